import { msg, t } from '../../platform/text/index.ts'
import { formatDuration, formatMs, formatUptime } from '../../platform/text/format.ts'
import { formatUtcTime } from '../../platform/time/format-utc.ts'
import { escapeHtml } from '../../platform/html/escape.ts'
import { DAY_MS, type DayView, startOfDay } from './daily-uptime.ts'
import { renderShell, textOf } from './layout.ts'
import { DAY_WORDS, drawMark, drawRibbon, HATCH, NARROW_DAYS, renderDayTable } from './ribbon.ts'
import {
  type ComponentStatus,
  type ComponentView,
  DAYS,
  HISTORY_DAYS,
  type IncidentView,
  type MaintenanceView,
  type PublicView,
} from './view.ts'

export interface PageLinks {
  /** The path of the page from the root of its host; ends in a slash only when it is the root. */
  path: string
  takes_subscribers: boolean
  base_url: string
}

/** A path below the page, whether that is the root of a domain or not. */
export const below = (path: string, name: string): string => `${path === '/' ? '' : path}/${name}`

export const STATUS_WORDS: Readonly<Record<ComponentStatus, string>> = {
  up: msg('Up'),
  down: msg('Down'),
  maintenance: msg('Maintenance'),
  paused: msg('Paused'),
  unknown: msg('No data'),
}

const when = (iso: string): string => `<time datetime="${iso}">${formatUtcTime(iso)}</time>`

/** Where the bars begin: so many days ago, or the first day with data. */
function describeStart(days: readonly DayView[]): string {
  const start = (count: number): string =>
    days.length < count
      ? t.html('Since <date></date>', {}, { date: () => `<time>${days[0]?.date ?? ''}</time>` })
      : t('{count} days ago', { count })
  return `<span><span class="wide">${start(DAYS)}</span><span class="narrow">${start(NARROW_DAYS)}</span></span>`
}

const describeUptime = (percent: string, days: number): string =>
  days === 0
    ? t('No data')
    : t.html(
        '<num>{percent}</num> uptime over {days, plural, one {# day} other {# days}}',
        { percent, days },
        { num: (inner) => `<span class="num">${inner}</span>` },
      )

function renderComponent({ label, status, figures }: ComponentView): string {
  const tone = status === 'down' || status === 'up' ? ` class="word-${status}"` : ''
  const response = figures?.response_ms == null ? '' : ` · <span class="num">${formatMs(figures.response_ms)}</span>`
  const head = `<div class="head"><h2>${textOf(label)}</h2><p>${drawMark(status)}<span${tone}>${t(STATUS_WORDS[status])}</span>${response}</p></div>`
  if (!figures) return `<li class="row">${head}</li>`
  const percent = formatUptime(figures.uptime_percent)
  const days = figures.monitored_days
  if (figures.days.length === 0)
    return `<li class="row">${head}<p class="small soft">${t('No monitoring data yet')}</p></li>`
  const picture = drawRibbon(
    figures.days,
    t(
      'Uptime of {label} over {days, plural, one {# day} other {# days}}: {percent}. See the table below for each day.',
      { label, days, percent },
    ),
  )
  return `<li class="row">${head}${picture}
<p class="scale small soft">${describeStart(figures.days)}<span>${describeUptime(percent, days)}</span><span>${t('Today')}</span></p>
<details><summary>${t('By day')}</summary>${renderDayTable(figures.days)}</details></li>`
}

function renderMaintenance(windows: readonly MaintenanceView[]): string {
  if (windows.length === 0) return ''
  const items = windows.map(({ name, starts_at, ends_at, is_under_way }) => {
    const word = is_under_way ? t('In progress') : t('Scheduled')
    return `<li class="row"><div class="head"><h3>${textOf(name)}</h3><p>${drawMark('maintenance')}${word}</p></div><p class="small soft">${when(starts_at)} – ${when(ends_at)}</p></li>`
  })
  return `<section><h2>${t('Maintenance')}</h2><ul>${items.join('')}</ul></section>`
}

function renderIncident({ label, cause, started_at, resolved_at, duration_seconds }: IncidentView): string {
  const span =
    resolved_at === null
      ? t.html(
          'Since <start></start>, {duration} so far',
          { duration: formatDuration(duration_seconds) },
          { start: () => when(started_at) },
        )
      : `${when(started_at)} – ${when(resolved_at)}, ${formatDuration(duration_seconds)}`
  const state = resolved_at === null ? `<span class="word-down">${t('Down now')}</span>` : t('Resolved')
  return `<li><b>${textOf(label)}</b>: ${escapeHtml(cause)}. ${state}.<br><span class="small soft">${span}</span></li>`
}

/** Groups days without an incident, so that those with one are easy to find. */
function renderQuietDays(days: readonly string[]): string {
  const [newest = '', oldest = newest] = [days[0], days.at(-1)]
  const dates = days.length === 1 ? `<time>${newest}</time>` : `<time>${oldest}</time> – <time>${newest}</time>`
  return `<li class="day"><h3>${dates}</h3><p class="soft">${t('No incidents')}</p></li>`
}

/** Incidents by the day they started, newest first. Older ones that reach into these days come last, under their own day. */
function renderHistory({ incidents, more_incidents, generated_at }: PublicView): string {
  const today = startOfDay(Date.parse(generated_at))
  const recent = Array.from({ length: HISTORY_DAYS }, (_, n) => new Date(today - n * DAY_MS).toISOString().slice(0, 10))
  const byDay = Map.groupBy(incidents, (incident) => incident.started_at.slice(0, 10))
  const runs: string[][] = []
  for (const day of [...new Set([...recent, ...byDay.keys()])].sort().toReversed()) {
    const last = runs.at(-1)
    if (last && !byDay.has(day) && !byDay.has(last[0] ?? '')) last.push(day)
    else runs.push([day])
  }
  const items = runs.map((days) => {
    const found = byDay.get(days[0] ?? '')
    if (!found) return renderQuietDays(days)
    return `<li class="day"><h3><time>${days[0]}</time></h3><ul>${found.map(renderIncident).join('')}</ul></li>`
  })
  const more =
    more_incidents > 0 ? `<p class="soft">${t('And {count, number} more.', { count: more_incidents })}</p>` : ''
  return `<section><h2>${t('Incidents of the last {days} days', { days: HISTORY_DAYS })}</h2><ol>${items.join('')}</ol>${more}</section>`
}

const renderSubscribe = (path: string): string => `<section><h2>${t('Get updates by e-mail')}</h2>
<form method="post" action="${below(path, 'subscribe')}"><label>${t('Your e-mail address')}<input class="control" name="email" type="email" required maxlength="254" autocomplete="email"></label><button class="button button-primary">${t('Subscribe')}</button></form>
<p class="small soft hint">${t('We will e-mail you a confirmation link. You can unsubscribe at any time.')}</p></section>`

const drawLegend = (): string =>
  `<p class="legend small soft" aria-hidden="true">${(['up', 'degraded', 'down', 'paused', 'unknown'] as const)
    .map((state) => `<span>${drawMark(state)}${t(DAY_WORDS[state])}</span>`)
    .join('')}</p>`

const describeFeeds = (feed: string, json: string): string =>
  t.html(
    'Subscribe by <feed>feed</feed> and <json>JSON</json>. Monitored by Sitewatch.',
    {},
    { feed: (inner) => `<a href="${feed}">${inner}</a>`, json: (inner) => `<a href="${json}">${inner}</a>` },
  )

export function renderStatusPage(view: PublicView, { path, takes_subscribers, base_url }: PageLinks): string {
  const { name, description, overall, components, generated_at } = view
  const feed = below(path, 'feed.atom')
  const rows = components.map(renderComponent).join('')
  const hasRibbons = components.some((component) => component.figures)
  const body = `${HATCH}<header><h1>${textOf(name)}</h1>${description ? `<p class="about">${textOf(description)}</p>` : ''}</header>
<p class="overall" role="status">${drawMark(overall.status)}<strong>${escapeHtml(overall.text)}</strong><span class="small soft">${t.html('As of <time></time>', {}, { time: () => when(generated_at) })}</span></p>
${components.length === 0 ? '' : `<ul>${rows}</ul>${hasRibbons ? drawLegend() : ''}`}
${renderMaintenance(view.maintenance)}${renderHistory(view)}${takes_subscribers ? renderSubscribe(path) : ''}
<footer class="small soft"><p><span data-zone="${t('Times are in your time zone (ZONE), days in UTC.')}">${t('Times are in UTC.')}</span> ${describeFeeds(feed, below(path, 'status.json'))}</p></footer>`
  const head = `<link rel="alternate" type="application/atom+xml" title="${t('Incidents')}" href="${feed}">`
  return renderShell({ title: `${overall.text} · ${name}`, body, head, base_url })
}
