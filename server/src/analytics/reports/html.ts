import { REPEAT_NOTE } from '../../platform/retry.ts'
import { escapeHtml } from '../../platform/html/escape.ts'
import { formatCount, formatPercent, formatUptime } from '../../platform/text/format.ts'
import { t } from '../../platform/text/index.ts'
import { BAR_COLOUR, DISPLAY_SIZE } from './chart.ts'
import type { Ranked, ReportFacts } from './facts.ts'
import {
  buttonRow,
  figureText,
  linkTo,
  MAIL_COLOURS,
  renderMail,
  section,
  softText,
  table,
} from '../../platform/mail/layout.ts'
import {
  composeFigures,
  describeCost,
  dayOfMonth,
  describePeriod,
  describeExpiries,
  describeIncident,
  describeUptime,
  describeWhen,
  type Figure,
  formatTime,
  listEvents,
  nameCountry,
  namePage,
  nameSource,
  quoteName,
  shortDay,
} from './words.ts'

const CELL = `padding:6px 0;border-bottom:1px solid ${MAIL_COLOURS.line};vertical-align:top`
const RIGHT = `${CELL};text-align:right;white-space:nowrap;padding-left:12px`

function renderFigures(figures: readonly Figure[]): string {
  const cell = ({ label, value, change }: Figure): string =>
    `<td width="50%" style="padding:10px 12px 0 0;vertical-align:top">${softText(label)}<br>` +
    `${figureText(value, 20)}<br>${softText(change)}</td>`
  const pairs = Array.from({ length: Math.ceil(figures.length / 2) }, (_, n) => figures.slice(2 * n, 2 * n + 2))
  const rows = pairs.map((pair) => `<tr>${pair.map(cell).join('')}</tr>`)
  return `<tr><td style="padding-top:8px">${table(rows.join(''))}</td></tr>`
}

const describeDays = (days: ReportFacts['days']): string =>
  t('Visitors by day. {figures}.', {
    figures: days.map(({ day, visitors }) => `${shortDay(day)}: ${formatCount(visitors)}`).join(', '),
  })

/** The chart, and the same figures as a calendar: Monday to Sunday, one row for each week. */
function renderDays(days: ReportFacts['days'], picture: string): string {
  const image = `<img src="${escapeHtml(picture)}" width="${DISPLAY_SIZE.width}" height="${DISPLAY_SIZE.height}" alt="${escapeHtml(describeDays(days))}" style="display:block;width:100%;max-width:${DISPLAY_SIZE.width}px;height:auto;border:0;font-size:13px">`
  const blank = (new Date(`${days[0]?.day ?? '1970-01-05'}T00:00:00Z`).getUTCDay() + 6) % 7
  const cells = [
    ...Array.from({ length: blank }, () => '<td width="14%"></td>'),
    ...days.map(
      ({ day, visitors }) =>
        `<td width="14%" style="padding:6px 2px 0;text-align:center;vertical-align:top"><span class="soft" style="color:${MAIL_COLOURS.soft};font-size:11px">${escapeHtml(dayOfMonth(day))}</span><br>${figureText(formatCount(visitors), 13)}</td>`,
    ),
  ]
  const weeks = Array.from({ length: Math.ceil(cells.length / 7) }, (_, n) => cells.slice(n * 7, n * 7 + 7).join(''))
  return section(t('Visitors by day'), image + table(weeks.map((week) => `<tr>${week}</tr>`).join('')))
}

function renderRanks(title: string, rows: readonly Ranked[], name: (value: string) => string): string {
  if (rows.length === 0) return ''
  const max = Math.max(1, ...rows.map(({ visitors }) => visitors))
  const lines = rows.map(({ value, visitors }) => {
    const width = Math.max(1, Math.round((visitors / max) * 100))
    const bar = `<table role="presentation" width="${width}%" cellpadding="0" cellspacing="0"><tr><td height="3" style="background:${BAR_COLOUR};height:3px;line-height:3px;font-size:0">&nbsp;</td></tr></table>`
    return (
      `<tr><td class="line" style="${CELL};word-break:break-word">${escapeHtml(name(value))}${bar}</td>` +
      `<td class="line" width="80" style="${RIGHT}">${figureText(formatCount(visitors))}</td></tr>`
    )
  })
  return section(title, table(lines.join('')))
}

function renderGoals(goals: ReportFacts['goals']): string {
  if (goals.length === 0) return ''
  const lines = goals.map(
    ({ name, visitors, visitor_percent }) =>
      `<tr><td class="line" style="${CELL};word-break:break-word">${escapeHtml(quoteName(name))}</td>` +
      `<td class="line" style="${RIGHT}">${figureText(formatCount(visitors))} ${softText(formatPercent(visitor_percent))}</td></tr>`,
  )
  return section(t('Goals (unique visitors)'), table(lines.join('')))
}

const MAX_INCIDENTS = 10

const renderExpiries = (monitor: Parameters<typeof describeExpiries>[0]): string =>
  describeExpiries(monitor)
    .map((line) => `<br>${escapeHtml(line)}`)
    .join('')

const renderCost = (incident: Parameters<typeof describeCost>[0]): string => {
  const cost = describeCost(incident)
  return cost === '' ? '' : `<br>${softText(cost)}`
}

const renderMore = (left: number): string =>
  left > 0 ? `<p style="margin:8px 0 0">${softText(t('and {count} more', { count: formatCount(left) }))}</p>` : ''

function renderUptime({ uptime, website }: ReportFacts): string {
  if (!uptime) return ''
  const monitors = uptime.monitors.map(
    (monitor) =>
      `<tr><td class="line" style="${CELL};word-break:break-word">${escapeHtml(quoteName(monitor.name))}<br>${softText(describeUptime(monitor))}${renderExpiries(monitor)}</td>` +
      `<td class="line" style="${RIGHT}">${figureText(formatUptime(monitor.uptime_percent))}</td></tr>`,
  )
  const incidents = uptime.incidents
    .slice(0, MAX_INCIDENTS)
    .map(
      (incident) =>
        `<tr><td class="line" style="${CELL};word-break:break-word">${softText(describeWhen(incident, website.timezone))}<br>${escapeHtml(describeIncident(incident))}${renderCost(incident)}</td></tr>`,
    )
  const more = renderMore(uptime.incidents.length - incidents.length)
  return (
    (monitors.length === 0 ? '' : section(t('Uptime'), table(monitors.join('')))) +
    (incidents.length === 0 ? '' : section(t('Incidents'), table(incidents.join('')) + more))
  )
}

const MAX_EVENTS = 20

/** Deploys and annotations: the last of the period, when there are many. */
function renderEvents(facts: ReportFacts): string {
  const events = listEvents(facts)
  if (events.length === 0) return ''
  const lines = events
    .slice(-MAX_EVENTS)
    .map(
      ({ at, text }) =>
        `<tr><td class="line" style="${CELL};word-break:break-word">${softText(formatTime(at, facts.website.timezone))}<br>${escapeHtml(text)}</td></tr>`,
    )
  return section(t('Deploys and annotations'), table(lines.join('')) + renderMore(events.length - lines.length))
}

export interface MailContext {
  base_url: string
  /** Null in a preview: its reader must not be able to unsubscribe the owner. */
  unsubscribe_url: string | null
  possible_repeat: boolean
}

export const websiteUrl = ({ id }: { id: number }, base_url: string): string => `${base_url}/websites/${id}`

export const renderFooter = (domain: string, { unsubscribe_url, possible_repeat }: MailContext): string =>
  [
    ...(possible_repeat ? [escapeHtml(t(REPEAT_NOTE))] : []),
    t.html('You receive this e-mail because e-mail reports are enabled for {domain}.', { domain }),
    unsubscribe_url === null ? t('Unsubscribe') : linkTo(unsubscribe_url, t('Unsubscribe')),
  ].join('<br>')

export function renderReport(facts: ReportFacts, context: MailContext & { picture: string }): string {
  const { website, period, days, pages, sources, countries, goals } = facts
  return renderMail({
    title: website.domain,
    subtitle: `${describePeriod(period)}, ${website.timezone}`,
    body: [
      renderFigures(composeFigures(facts)),
      renderDays(days, context.picture),
      renderRanks(t('Pages'), pages, namePage),
      renderRanks(t('Sources'), sources, nameSource),
      renderRanks(t('Countries'), countries, nameCountry),
      renderGoals(goals),
      renderUptime(facts),
      renderEvents(facts),
      buttonRow(websiteUrl(website, context.base_url), t('View statistics')),
    ].join('\n'),
    footer: renderFooter(website.domain, context),
  })
}
