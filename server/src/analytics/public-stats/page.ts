import {
  formatChange,
  formatCount,
  formatDuration,
  formatFigure,
  formatPercent,
  formatUptime,
} from '../../platform/text/format.ts'
import type { StatsSummary } from '@sitewatch/contract'
import { escapeHtml } from '../../platform/html/escape.ts'
import { renderPage } from '../../platform/html/page.ts'
import { currentLanguage, msg, t } from '../../platform/text/index.ts'
import { renderPicture } from './picture.ts'
import { type ListName, LISTS, PUBLIC_PERIODS, type PublicPeriod, type SnapshotRow, type Snapshot } from './snapshot.ts'
import type { PublicSite } from './sites.ts'
import { STYLE } from './style.ts'
import type { UptimeTimeline } from './uptime.ts'

export interface StatisticsPage {
  site: Pick<PublicSite, 'domain' | 'tracking_id'>
  snapshot: Snapshot
  base_url: string
  isIndexable: boolean
  isEmbedded: boolean
}

const PERIOD_NAMES: Record<PublicPeriod, string> = {
  today: msg('Today'),
  '7d': msg('7 days'),
  '30d': msg('30 days'),
  '12mo': msg('12 months'),
}

const NOINDEX = '<meta name="robots" content="noindex,nofollow">'

/** Relative, so that it works under any path and any host name of the service. */
function renderPeriods(current: PublicPeriod, isEmbedded: boolean): string {
  const links = (Object.keys(PUBLIC_PERIODS) as PublicPeriod[]).map((period) => {
    const here = period === current ? ' aria-current="page"' : ''
    return `<a href="?period=${period}${isEmbedded ? '&amp;embed=1' : ''}"${here}>${t(PERIOD_NAMES[period])}</a>`
  })
  return `<nav class="periods" aria-label="${t('Period')}">${links.join('')}</nav>`
}

interface Figure {
  name: string
  value: string
  /** The previous value, and the change. */
  before?: string
}

function listFigures({ comparison, ...now }: StatsSummary, uptime: UptimeTimeline | null): Figure[] {
  const compare = (
    field: 'visitors' | 'visits' | 'pageviews' | 'bounce_percent' | 'visit_seconds',
    write: (value: number | null) => string,
  ): Pick<Figure, 'value' | 'before'> => {
    const previous = comparison?.[field] ?? null
    // A relative change of a percentage would mislead.
    const change = field === 'bounce_percent' ? undefined : formatChange(now[field], previous)
    return {
      value: write(now[field]),
      before:
        previous === null
          ? ''
          : [change, t('was {value}', { value: write(previous).replaceAll(' ', '\u00a0') })].filter(Boolean).join(', '),
    }
  }
  const count = (value: number | null): string => formatFigure(value ?? 0)
  return [
    { name: t('Visitors'), ...compare('visitors', count) },
    { name: t('Visits'), ...compare('visits', count) },
    { name: t('Page views'), ...compare('pageviews', count) },
    { name: t('Bounce rate'), ...compare('bounce_percent', formatPercent) },
    { name: t('Visit duration'), ...compare('visit_seconds', formatDuration) },
    ...(uptime ? [{ name: t('Uptime'), value: formatUptime(uptime.uptime_percent) }] : []),
  ]
}

function renderFigures(figures: readonly Figure[]): string {
  const each = figures.map(
    ({ name, value, before = '' }) =>
      `<div><dt>${name}</dt><dd>${escapeHtml(value)}</dd>${before === '' ? '' : `<dd class="before">${escapeHtml(before)}</dd>`}</div>`,
  )
  return `<dl class="summary">${each.join('')}</dl>`
}

const LIST_NAMES: Record<ListName, { title: string; column: string }> = {
  pages: { title: msg('Pages'), column: msg('Views') },
  sources: { title: msg('Sources'), column: msg('Visitors') },
  countries: { title: msg('Countries'), column: msg('Visitors') },
  devices: { title: msg('Devices'), column: msg('Visitors') },
}

/** The labels that the server itself produces, which are translated. All other labels come from visitors and websites. */
const ROW_NAMES: Partial<Record<ListName, Readonly<Record<string, string>>>> = {
  sources: { Direct: msg('Direct') },
  countries: { Unknown: msg('Unknown') },
  devices: {
    desktop: msg('Desktop'),
    mobile: msg('Mobile'),
    tablet: msg('Tablet'),
    tv: msg('TV'),
    other: msg('Other'),
    Unknown: msg('Unknown'),
  },
}

function nameRow(list: ListName, label: string): string {
  const name = ROW_NAMES[list]?.[label]
  return escapeHtml(name === undefined ? label : t(name))
}

function renderList(name: ListName, rows: readonly SnapshotRow[]): string {
  const [title, column] = [t(LIST_NAMES[name].title), t(LIST_NAMES[name].column)]
  const countOf = (row: SnapshotRow): number => row.visitors ?? row.pageviews
  const max = Math.max(1, ...rows.map(countOf))
  const lines = rows.map((row) => {
    const width = Math.round((countOf(row) / max) * 100)
    const label = nameRow(name, row.label)
    return `<tr><th scope="row" title="${label}"><bdi>${label}</bdi><i style="width:${width}%"></i></th><td>${formatCount(countOf(row))}</td></tr>`
  })
  const body =
    lines.length === 0
      ? `<p class="soft">${t('No data in this period.')}</p>`
      : `<table class="list"><colgroup><col><col class="count"></colgroup><thead class="unseen"><tr><th scope="col">${title}</th><th scope="col">${column}</th></tr></thead><tbody>${lines.join('')}</tbody></table>`
  return `<section><h2>${title} <span class="soft" aria-hidden="true">${column}</span></h2>${body}</section>`
}

const STATUS: Record<UptimeTimeline['status'], { mark: string; text: string }> = {
  up: { mark: '<rect class="up" y="5" width="16" height="6"/>', text: msg('Up') },
  down: { mark: '<path class="down" d="M0 0h5l3 5l3 -5h5v16H0Z"/>', text: msg('Down') },
  unobserved: { mark: '<path class="hair" d="M0 8H16"/>', text: msg('No data') },
}

function renderStatus(uptime: UptimeTimeline | null): string {
  if (!uptime) return ''
  const { mark, text } = STATUS[uptime.status]
  return `<p class="status"><svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">${mark}</svg> ${t(text)}</p>`
}

export function renderStatistics({ site, snapshot, base_url, isIndexable, isEmbedded }: StatisticsPage): string {
  const { period, timezone, summary, uptime, lists } = snapshot
  const address = `${base_url}/p/${site.tracking_id}`
  const file = (format: string): string =>
    `<a href="${site.tracking_id}/export.${format}?period=${period}" download>${format.toUpperCase()}</a>`
  const body = `<header class="top"><h1>${escapeHtml(site.domain)}</h1>${renderStatus(uptime)}</header>
${renderPeriods(period, isEmbedded)}
${renderFigures(listFigures(summary, uptime))}
<section><h2 class="unseen">${t('Over time')}</h2>${renderPicture(snapshot)}</section>
<div class="lists">${LISTS.map((name) => renderList(name, lists[name])).join('')}</div>
<footer class="soft"><p>${t.html('Measured without cookies; visitors are not tracked from one day to the next. Times are in {timezone}. Data updates every minute.', { timezone })}</p>
<p>${file('csv')} · ${file('ndjson')} · ${t.html('by <link>Sitewatch</link>', {}, { link: (inner) => `<a href="${escapeHtml(base_url)}/"${isEmbedded ? ' target="_blank" rel="noopener"' : ''}>${inner}</a>` })}</p></footer>`
  const head = `<link rel="canonical" href="${escapeHtml(address)}">${isIndexable ? `<meta name="description" content="${t.html('Visitors of {domain}.', { domain: site.domain })}">` : NOINDEX}`
  return renderPage(site.domain, body, base_url, { head, style: STYLE, header: '', language: currentLanguage() })
}

/** The same bytes for a private page and for one that does not exist. */
export function renderHidden(base_url: string): string {
  const body = `<div class="note"><h1>${t('Page not found')}</h1><p>${t('There are no public statistics at this address. If the website is yours, sign in and open this page again.')}</p>
<p class="actions"><a class="button button-primary" href="${escapeHtml(base_url)}/sign-in">${t('Sign in')}</a></p></div>`
  return renderPage(t('Page not found'), body, base_url, { head: NOINDEX, language: currentLanguage() })
}

export function renderBusy(base_url: string): string {
  const body = `<h1>${t('Temporarily unavailable')}</h1><p>${t('The statistics cannot be loaded right now. Try again in a few seconds.')}</p>`
  return renderPage(t('Temporarily unavailable'), body, base_url, { head: NOINDEX, language: currentLanguage() })
}

/** Shows nothing of the website: not even its name is public. */
export function renderPasswordForm(base_url: string, message = ''): string {
  const alert = message === '' ? '' : `<p role="alert" id="said">${escapeHtml(message)}</p>`
  const described_by = message === '' ? '' : ' aria-describedby="said" aria-invalid="true"'
  const body = `<h1>${t('Statistics')}</h1><p>${t('Enter the password to see these statistics.')}</p>
<form method="post"><p><label>${t('Password')}<br><input class="control" name="password" type="password" autocomplete="current-password" maxlength="200" required autofocus${described_by}></label></p>${alert}<p><button class="button button-primary">${t('Show statistics')}</button></p></form>`
  return renderPage(t('Statistics'), body, base_url, { head: NOINDEX, language: currentLanguage() })
}
