import { type Client, pickDevice } from './client.ts'
import type { PageEvent } from './event.ts'
import { findOrigin } from './sources/index.ts'
import type { Visit } from './visit.ts'

/** As JSON, with a comma before. Half a surrogate pair is replaced: the engine would refuse the whole batch for it. */
function field(name: string, value: string): string {
  return value === '' ? '' : `,"${name}":${JSON.stringify(value.isWellFormed() ? value : value.toWellFormed())}`
}

function figure(name: string, value: number): string {
  return value === 0 ? '' : `,"${name}":${value}`
}

const clientTexts = new WeakMap<Client, string>()

/** Made once for each client that is remembered. */
function writeClient(client: Client): string {
  let text = clientTexts.get(client)
  if (text === undefined) {
    text =
      field('browser', client.browser) +
      field('browser_version', client.browser_version) +
      field('system', client.system) +
      field('system_version', client.system_version) +
      field('bot', client.bot)
    clientTexts.set(client, text)
  }
  return text
}

/** The part that all events of a request share. */
export function writeVisit({ site, client, language }: Visit, visitor_id: string, country: string): string {
  return (
    `{"website_id":${site.id},"retention_days":${site.retention_days},"visitor_id":${visitor_id}` +
    field('country', country) +
    field('language', language) +
    writeClient(client)
  )
}

function writeOrigin({ page, referrer }: PageEvent): string {
  const { campaign } = page
  const { source, channel, referrer: text } = findOrigin(campaign, referrer)
  return (
    `,"channel":"${channel}"` +
    field('source', source) +
    field('referrer', text) +
    field('utm_source', campaign.utm_source) +
    field('utm_medium', campaign.utm_medium) +
    field('utm_campaign', campaign.utm_campaign) +
    field('utm_content', campaign.utm_content) +
    field('utm_term', campaign.utm_term)
  )
}

const AMOUNT_DECIMALS = 4

function writeDetails(event: PageEvent): string {
  switch (event.kind) {
    case 'pageview':
      return writeOrigin(event)
    case 'engagement':
      return figure('engaged_ms', event.engaged_ms) + figure('scroll_percent', event.scroll_percent)
    case 'vitals': {
      const figures = JSON.stringify(event.vitals)
      return `,${figures.slice(1, -1)}`
    }
    default:
      return writeCustom(event)
  }
}

function writeCustom({ name, target, props, revenue }: PageEvent): string {
  let text = field('name', name) + field('target', target)
  if (props !== null) text += `,"props":${JSON.stringify(props)}`
  if (revenue !== null) {
    text += `,"revenue":${revenue.amount.toFixed(AMOUNT_DECIMALS)},"currency":"${revenue.currency}"`
  }
  return text
}

/**
 * The event as a line of NDJSON, of which a column that has its default is left out. Every value was checked before: a line
 * that the engine cannot read would hold up its whole batch.
 */
export function writeRow(visitText: string, event: PageEvent, client: Client): string {
  return (
    `${visitText},"time":${event.time_ms},"kind":"${event.kind}","pageview_id":${event.pageview_id}` +
    figure('number', event.number) +
    `,"device":"${pickDevice(client, event.width)}"` +
    field('host', event.page.host) +
    field('path', event.page.path) +
    writeDetails(event) +
    '}\n'
  )
}
