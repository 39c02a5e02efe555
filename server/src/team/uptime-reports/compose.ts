import type { MonitorUptime, UptimeFigures, UptimeTotals } from '@sitewatch/contract'
import { quoteName } from '../../analytics/reports/index.ts'
import { escapeHtml } from '../../platform/html/escape.ts'
import {
  buttonRow,
  figureText,
  linkTo,
  MAIL_COLOURS,
  paragraphRow,
  renderMail,
  section,
  softText,
  table,
} from '../../platform/mail/layout.ts'
import { REPEAT_NOTE } from '../../platform/retry.ts'
import { formatCount, formatUptime } from '../../platform/text/format.ts'
import { t } from '../../platform/text/index.ts'
import { renderObjectives, writeObjectives } from './objective-lines.ts'
import {
  composeLines,
  composeSubject,
  describeBudget,
  describeExclusions,
  describeMonitor,
  describeMonth,
  describeTarget,
  describeWhen,
  monthOf,
} from './words.ts'

export interface ComposedReport {
  subject: string
  html: string
  text: string
}

interface MailContext {
  /** The name of the monthly report. */
  name: string
  base_url: string
  /** Null in a preview. */
  unsubscribe_url: string | null
  possible_repeat: boolean
}

const MAX_MONITORS = 50
const MAX_INCIDENTS = 10

const CELL = `padding:6px 0;border-bottom:1px solid ${MAIL_COLOURS.line};vertical-align:top`
const NAME = `${CELL};word-break:break-word`
const VALUE = `${CELL};text-align:right;padding-left:12px`

const moreOf = (count: number, shown: number): string =>
  count > shown ? t('and {count} more', { count: formatCount(count - shown) }) : ''

/** How much of the budget is used; the text beside it says the same. */
function renderBudgetBar({ budget_seconds, budget_remaining_seconds, is_target_met }: UptimeTotals): string {
  if (budget_seconds === 0) return ''
  const used = Math.min(
    100,
    Math.max(0, Math.round((100 * (budget_seconds - budget_remaining_seconds)) / budget_seconds)),
  )
  const colour = is_target_met === false ? MAIL_COLOURS.degraded : MAIL_COLOURS.up
  const part = (width: number, background: string): string =>
    width === 0
      ? ''
      : `<td width="${width}%" height="6" style="background:${background};height:6px;line-height:6px;font-size:0">&nbsp;</td>`
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin-top:8px"><tr>${part(used, colour)}${part(100 - used, MAIL_COLOURS.line)}</tr></table>`
}

function renderFigures(figures: UptimeFigures): string {
  const { total, target } = figures
  const [, ...lines] = composeLines(figures)
  const rows = lines.map(
    ({ label, value }) =>
      `<tr><td class="line" style="${NAME}">${escapeHtml(label)}</td><td class="line" style="${VALUE}">${figureText(value, 13)}</td></tr>`,
  )
  return (
    `<tr><td style="padding-top:16px">${figureText(formatUptime(total.uptime_percent), 32)}<br>${softText(describeTarget(total, target))}` +
    `<br>${softText(t('Downtime budget: {budget}', { budget: describeBudget(total) }))}${renderBudgetBar(total)}</td></tr>` +
    `<tr><td style="padding-top:12px">${table(rows.join(''))}</td></tr>` +
    paragraphRow(describeExclusions(total).map(softText).join('<br>'))
  )
}

function renderMonitors({ monitors }: UptimeFigures): string {
  const rows = monitors
    .slice(0, MAX_MONITORS)
    .map(
      (monitor) =>
        `<tr><td class="line" style="${NAME}">${escapeHtml(quoteName(monitor.name))}<br>${softText(describeMonitor(monitor))}</td>` +
        `<td class="line" style="${VALUE};white-space:nowrap">${figureText(formatUptime(monitor.uptime_percent))}</td></tr>`,
    )
  return section(t('Monitors'), table(rows.join('')) + softText(moreOf(monitors.length, MAX_MONITORS)))
}

function renderIncidents({ incidents, timezone }: UptimeFigures): string {
  if (incidents.length === 0) return ''
  const rows = incidents
    .slice(0, MAX_INCIDENTS)
    .map(
      (incident) =>
        `<tr><td class="line" style="${NAME}">${softText(describeWhen(incident, timezone))}<br>${escapeHtml(`${quoteName(incident.monitor_name)}: ${quoteName(incident.cause)}`)}</td></tr>`,
    )
  return section(t('Incidents'), table(rows.join('')) + softText(moreOf(incidents.length, MAX_INCIDENTS)))
}

/** The same figures on screen. */
function reportUrl(figures: UptimeFigures, base_url: string): string {
  const { monitor_id, tag, status_page_id, timezone, target } = figures
  const query = new URLSearchParams({ month: monthOf(figures), timezone, target: String(target) })
  for (const [name, value] of Object.entries({ monitor_id, tag, status_page_id }))
    if (value !== null) query.set(name, String(value))
  return `${base_url}/uptime-reports?${query.toString()}`
}

const describeReason = (name: string): string =>
  t('You receive this e-mail because you are a recipient of the monthly uptime report {name}.', { name })

function renderFooter({ name, unsubscribe_url, possible_repeat }: MailContext): string {
  const stop = unsubscribe_url === null ? t('Unsubscribe') : linkTo(unsubscribe_url, t('Unsubscribe'))
  const notes = [...(possible_repeat ? [t(REPEAT_NOTE)] : []), describeReason(name)]
  return [...notes.map(escapeHtml), stop].join('<br>')
}

const describeMonthAndZone = (figures: UptimeFigures): string => `${describeMonth(figures)}, ${figures.timezone}`

const block = (title: string, lines: readonly string[], more: string): string[] =>
  lines.length === 0 ? [] : ['', title, ...[...lines, ...(more === '' ? [] : [more])].map((line) => `  ${line}`)]

const writeMonitor = (monitor: MonitorUptime): string =>
  `${formatUptime(monitor.uptime_percent).padStart(9)}  ${quoteName(monitor.name)}: ${describeMonitor(monitor)}`

function composeText(
  figures: UptimeFigures,
  { name, base_url, unsubscribe_url, possible_repeat }: MailContext,
): string {
  const { total, monitors, incidents, timezone } = figures
  const lines = composeLines(figures)
  const width = Math.max(...lines.map(({ label }) => label.length)) + 2
  const shown = incidents
    .slice(0, MAX_INCIDENTS)
    .map((each) => `${describeWhen(each, timezone)}: ${quoteName(each.monitor_name)}: ${quoteName(each.cause)}`)
  return [
    `${quoteName(name)}, ${describeMonthAndZone(figures)}`,
    '',
    ...lines.map(({ label, value }) => `${`${label}:`.padEnd(width)}${value}`),
    '',
    ...describeExclusions(total),
    ...block(t('Monitors'), monitors.slice(0, MAX_MONITORS).map(writeMonitor), moreOf(monitors.length, MAX_MONITORS)),
    ...block(t('Objectives'), writeObjectives(figures), ''),
    ...block(t('Incidents'), shown, moreOf(incidents.length, MAX_INCIDENTS)),
    '',
    reportUrl(figures, base_url),
    '',
    ...(possible_repeat ? [t(REPEAT_NOTE)] : []),
    describeReason(name),
    ...(unsubscribe_url === null ? [] : [t('Unsubscribe: {url}', { url: unsubscribe_url })]),
    '',
  ].join('\n')
}

/** In the current language. */
export function composeReport(figures: UptimeFigures, context: MailContext): ComposedReport {
  return {
    subject: composeSubject(figures, context.name),
    html: renderMail({
      title: context.name,
      subtitle: describeMonthAndZone(figures),
      body: [
        renderFigures(figures),
        renderMonitors(figures),
        renderObjectives(figures, { name: NAME, value: VALUE }),
        renderIncidents(figures),
        buttonRow(reportUrl(figures, context.base_url), t('View report')),
      ].join('\n'),
      footer: renderFooter(context),
    }),
    text: composeText(figures, context),
  }
}
