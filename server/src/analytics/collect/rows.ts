import { type Client, pickDevice } from './client.ts'
import type { PageEvent } from './event.ts'
import { findOrigin } from './sources/index.ts'
import type { Visit } from './visit.ts'

/** A JSON field with a leading comma. A lone surrogate is replaced: ClickHouse would refuse the whole batch because of it. */
function textField(name: string, value: string): string {
  return value === '' ? '' : `,"${name}":${JSON.stringify(value.isWellFormed() ? value : value.toWellFormed())}`
}

function numberField(name: string, value: number): string {
  return value === 0 ? '' : `,"${name}":${value}`
}

const clientTexts = new WeakMap<Client, string>()

/** Cached per client. */
function writeClient(client: Client): string {
  let text = clientTexts.get(client)
  if (text === undefined) {
    text =
      textField('browser', client.browser) +
      textField('browser_version', client.browser_version) +
      textField('system', client.system) +
      textField('system_version', client.system_version) +
      textField('bot', client.bot)
    clientTexts.set(client, text)
  }
  return text
}

/** The part that all events of a request share. */
export function writeVisit({ site, client, language }: Visit, visitor_id: string, country: string): string {
  return (
    `{"website_id":${site.id},"retention_days":${site.retention_days},"visitor_id":${visitor_id}` +
    textField('country', country) +
    textField('language', language) +
    writeClient(client)
  )
}

function writeOrigin({ page, referrer }: PageEvent): string {
  const { campaign } = page
  const { source, channel, referrer: text } = findOrigin(campaign, referrer)
  return (
    `,"channel":"${channel}"` +
    textField('source', source) +
    textField('referrer', text) +
    textField('utm_source', campaign.utm_source) +
    textField('utm_medium', campaign.utm_medium) +
    textField('utm_campaign', campaign.utm_campaign) +
    textField('utm_content', campaign.utm_content) +
    textField('utm_term', campaign.utm_term)
  )
}

const AMOUNT_DECIMALS = 4

function writeDetails(event: PageEvent): string {
  switch (event.kind) {
    case 'pageview':
      return writeOrigin(event)
    case 'engagement':
      return numberField('engaged_ms', event.engaged_ms) + numberField('scroll_percent', event.scroll_percent)
    case 'vitals': {
      const figures = JSON.stringify(event.vitals)
      return `,${figures.slice(1, -1)}`
    }
    default:
      return writeCustom(event)
  }
}

function writeCustom({ name, target, props, revenue }: PageEvent): string {
  let text = textField('name', name) + textField('target', target)
  if (props !== null) text += `,"props":${JSON.stringify(props)}`
  if (revenue !== null) {
    text += `,"revenue":${revenue.amount.toFixed(AMOUNT_DECIMALS)},"currency":"${revenue.currency}"`
  }
  return text
}

/**
 * The event as a line of NDJSON; columns with their default are left out. Every value was checked before: one line that
 * ClickHouse cannot read would block its whole batch.
 */
export function writeRow(visitText: string, event: PageEvent, client: Client): string {
  return (
    `${visitText},"time":${event.time_ms},"kind":"${event.kind}","pageview_id":${event.pageview_id}` +
    numberField('number', event.number) +
    `,"device":"${pickDevice(client, event.width)}"` +
    textField('host', event.page.host) +
    textField('path', event.page.path) +
    writeDetails(event) +
    '}\n'
  )
}
