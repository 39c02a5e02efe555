import { DAY_MS } from '@sitewatch/contract/durations'
import { msg, t } from '../../platform/text/index.ts'
import { formatDuration, formatMs, formatUptime } from '../../platform/text/format.ts'
import { escapeHtml } from '../../platform/html/escape.ts'
import { renderAccent } from './accent.ts'
import { type DayView, startOfDay } from './daily-uptime.ts'
import { renderShell, textOf, when } from './layout.ts'
import type { ComponentStatus } from './overall.ts'
import type { LogoView } from './logo-file.ts'
import { below } from './page-urls.ts'
import { renderActive, renderMaintenance, renderPast, STATE_WORDS } from './render-written.ts'
import { createDayPictures, DAY_WORDS, type DayPictures, drawMark, HATCH, NARROW_DAYS } from './ribbon.ts'
import { renderSubscribe, type SubscriberChannel } from './subscribe-form.ts'
import { type ComponentView, DAYS, HISTORY_DAYS, type IncidentView, type PublicView } from './view.ts'
import { locateIncident } from './written.ts'

export interface PageLinks {
  /** The path of the page from the root of its host; ends in a slash only when it is the root. */
  path: string
  /** How people can subscribe. */
  channels: readonly SubscriberChannel[]
  base_url: string
}

const STATUS_WORDS: Readonly<Record<ComponentStatus, string>> = {
  up: msg('Up'),
  degraded: msg('Degraded performance'),
  down: msg('Down'),
  maintenance: msg('Maintenance'),
  paused: msg('Paused'),
  unknown: msg('No data'),
}

/** Where the bars begin: a number of days ago, or the first day with data. */
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

function renderComponent(component: ComponentView, level: 'h2' | 'h3', pictures: DayPictures): string {
  const { label, status, written, figures } = component
  const tone = status === 'down' || status === 'up' || status === 'degraded' ? ` class="word-${status}"` : ''
  const statusText = t(written === null ? STATUS_WORDS[status] : STATE_WORDS[written])
  const response = figures?.response_ms == null ? '' : ` · <span class="num">${formatMs(figures.response_ms)}</span>`
  const head = `<div class="head"><${level}>${textOf(label)}</${level}><p>${drawMark(status)}<span${tone}>${statusText}</span>${response}</p></div>`
  if (!figures) return `<li class="row">${head}</li>`
  const percent = formatUptime(figures.uptime_percent)
  const days = figures.monitored_days
  if (figures.days.length === 0)
    return `<li class="row">${head}<p class="small soft">${t('No monitoring data yet')}</p></li>`
  const picture = pictures.ribbon(
    figures.days,
    t(
      'Uptime of {label} over {days, plural, one {# day} other {# days}}: {percent}. See the table below for each day.',
      { label, days, percent },
    ),
  )
  return `<li class="row">${head}${picture}
<p class="scale small soft">${describeStart(figures.days)}<span>${describeUptime(percent, days)}</span><span>${t('Today')}</span></p>
<details><summary>${t('By day')}</summary>${pictures.table(figures.days)}</details></li>`
}

function renderIncident(incident: IncidentView, path: string): string {
  const { label, cause, started_at, resolved_at, duration_seconds, written_ref } = incident
  const span =
    resolved_at === null
      ? t.html(
          'Since <start></start>, {duration} so far',
          { duration: formatDuration(duration_seconds) },
          { start: () => when(started_at) },
        )
      : `${when(started_at)} – ${when(resolved_at)}, ${formatDuration(duration_seconds)}`
  const state = resolved_at === null ? `<span class="word-down">${t('Down now')}</span>` : t('Resolved')
  const more =
    written_ref === null
      ? ''
      : `<br><a class="small" href="${locateIncident(path, written_ref)}">${t('Read the updates')}</a>`
  return `<li><b>${textOf(label)}</b>: ${escapeHtml(cause)}. ${state}.<br><span class="small soft">${span}</span>${more}</li>`
}

/** Groups days without an incident, so that those with one are easy to find. */
function renderQuietDays(days: readonly string[]): string {
  const [newest = '', oldest = newest] = [days[0], days.at(-1)]
  const dates = days.length === 1 ? `<time>${newest}</time>` : `<time>${oldest}</time> – <time>${newest}</time>`
  return `<li class="day"><h3>${dates}</h3><p class="soft">${t('No incidents')}</p></li>`
}

/** Incidents by the day they started, newest first. Older ones that reach into these days come last, under their own day. */
function renderHistory({ incidents, more_incidents, generated_at }: PublicView, path: string): string {
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
    return `<li class="day"><h3><time>${days[0]}</time></h3><ul>${found.map((incident) => renderIncident(incident, path)).join('')}</ul></li>`
  })
  const more =
    more_incidents > 0 ? `<p class="soft">${t('And {count, number} more.', { count: more_incidents })}</p>` : ''
  return `<section><h2>${t('Incidents of the last {days} days', { days: HISTORY_DAYS })}</h2><ol>${items.join('')}</ol>${more}</section>`
}

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

/** Each group under its name; components without one come first. */
function renderComponents(components: readonly ComponentView[]): string {
  const pictures = createDayPictures()
  return [...Map.groupBy(components, ({ group }) => group)]
    .map(([group, members]) => {
      const rows = members.map((member) => renderComponent(member, group === null ? 'h2' : 'h3', pictures)).join('')
      return group === null
        ? `<ul>${rows}</ul>`
        : `<section class="group"><h2>${textOf(group)}</h2><ul>${rows}</ul></section>`
    })
    .join('')
}

const locateLogo = (path: string, { version }: LogoView): string => `${below(path, 'logo')}?v=${version}`

/** Decorative: the name of the page is below it. */
const renderLogo = (logo: LogoView | null, path: string): string =>
  logo === null
    ? ''
    : `<img class="logo" src="${locateLogo(path, logo)}" width="${logo.width}" height="${logo.height}" alt="">`

export function renderStatusPage(view: PublicView, { path, channels, base_url }: PageLinks): string {
  const { name, description, overall, components, generated_at } = view
  const feed = below(path, 'feed.atom')
  const hasRibbons = components.some((component) => component.figures)
  const body = `${HATCH}<header>${renderLogo(view.logo, path)}<h1>${textOf(name)}</h1>${description ? `<p class="about">${textOf(description)}</p>` : ''}</header>
<p class="overall" role="status">${drawMark(overall.status)}<strong>${escapeHtml(overall.text)}</strong><span class="small soft">${t.html('As of <time></time>', {}, { time: () => when(generated_at) })}</span></p>
${renderActive(view, path)}${components.length === 0 ? '' : `${renderComponents(components)}${hasRibbons ? drawLegend() : ''}`}
${renderMaintenance(view, path)}${renderPast(view, path)}${renderHistory(view, path)}${renderSubscribe(path, components, channels)}
<footer class="small soft"><p><span data-zone="${t('Times are in your time zone (ZONE), days in UTC.')}">${t('Times are in UTC.')}</span> ${describeFeeds(feed, below(path, 'status.json'))}</p></footer>`
  const icon = view.logo === null ? '' : `<link rel="icon" href="${locateLogo(path, view.logo)}">`
  const head = `${icon}<link rel="alternate" type="application/atom+xml" title="${t('Incidents')}" href="${feed}">`
  return renderShell({
    title: `${overall.text} · ${name}`,
    body,
    head,
    base_url,
    style: renderAccent(view.accent_color),
  })
}
