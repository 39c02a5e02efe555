import type { ReportedObjective, UptimeFigures } from '@sitewatch/contract'
import { quoteName } from '../../analytics/reports/index.ts'
import { escapeHtml } from '../../platform/html/escape.ts'
import { figureText, section, softText, table } from '../../platform/mail/layout.ts'
import { formatPercent, formatTarget, formatUptime } from '../../platform/text/format.ts'
import { msg, t } from '../../platform/text/index.ts'

const STATUS = {
  met: msg('met, {left} of the error budget left'),
  at_risk: msg('at risk, {left} of the error budget left'),
  missed: msg('missed'),
  no_data: msg('no data'),
} as const satisfies Record<ReportedObjective['status'], string>

function describeGoal({ target: percent, window_days: days, measure }: ReportedObjective): string {
  const values = { target: formatTarget(percent), days }
  return measure === 'clock'
    ? t('{target} of the time in {days} days', values)
    : t('{target} of the visits in {days} days', values)
}

/** "99.9 % of the time in 30 days: met, 72.2 % of the error budget left" */
function describeObjective(objective: ReportedObjective): string {
  const left = formatPercent(Math.max(0, objective.budget_left_percent ?? 0))
  return `${describeGoal(objective)}: ${t(STATUS[objective.status], { left })}`
}

export const writeObjectives = ({ objectives }: UptimeFigures): string[] =>
  objectives.map(
    (each) => `${formatUptime(each.current_percent).padStart(9)}  ${quoteName(each.name)}: ${describeObjective(each)}`,
  )

/** Nothing without objectives. */
export function renderObjectives(
  { objectives }: UptimeFigures,
  { name, value }: { name: string; value: string },
): string {
  if (objectives.length === 0) return ''
  const rows = objectives.map(
    (each) =>
      `<tr><td class="line" style="${name}">${escapeHtml(quoteName(each.name))}<br>${softText(describeObjective(each))}</td>` +
      `<td class="line" style="${value};white-space:nowrap">${figureText(formatUptime(each.current_percent))}</td></tr>`,
  )
  return section(t('Objectives'), table(rows.join('')))
}
