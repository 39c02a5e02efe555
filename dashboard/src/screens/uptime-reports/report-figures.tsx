import { plural, t } from '@lingui/core/macro'
import type { MonitorUptime, ReportedIncident, UptimeFigures, UptimeTotals } from '@sitewatch/sdk'
import { Link } from '@tanstack/react-router'
import { formatCount, formatDuration, formatUptime } from '../../platform/format.ts'
import { type Column, Empty, FigureRow, Section, Table, Time } from '../../ui/index.ts'
import { formatTarget } from '../../platform/months.ts'
import { ReportedObjectives } from './reported-objectives.tsx'

/** Not met so far, but the month is not over and its downtime budget is not used up. */
const isStillReachable = ({ is_target_met, budget_remaining_seconds: left }: UptimeTotals): boolean =>
  is_target_met === false && left > 0

/** As text: colour alone must never say whether the target is met. */
function describeTarget(totals: UptimeTotals, target: number): string {
  const { is_target_met } = totals
  const percent = formatTarget(target)
  if (is_target_met === null) return t`Target ${percent}`
  if (isStillReachable(totals)) return t`Below the target of ${percent} so far`
  return is_target_met ? t`Target ${percent} met` : t`Target ${percent} missed`
}

function describeBudget({ budget_seconds, budget_remaining_seconds }: UptimeTotals): string {
  if (budget_remaining_seconds < 0) {
    const over = formatDuration(-budget_remaining_seconds)
    return t`exceeded by ${over}`
  }
  const [left, budget] = [formatDuration(budget_remaining_seconds), formatDuration(budget_seconds)]
  return t`${left} of ${budget} left`
}

const describeMean = (mean: number | null): string | undefined => {
  if (mean === null) return undefined
  const duration = formatDuration(mean)
  return t`mean ${duration}`
}

function BudgetBar({ totals }: { totals: UptimeTotals }) {
  const { budget_seconds, budget_remaining_seconds } = totals
  const used = Math.min(budget_seconds, budget_seconds - budget_remaining_seconds)
  return (
    <progress
      aria-label={t`Downtime budget used`}
      aria-valuetext={describeBudget(totals)}
      title={describeBudget(totals)}
      max={Math.max(1, budget_seconds)}
      value={budget_seconds === 0 && used === 0 ? 0 : Math.max(0, used)}
      className="meter"
    />
  )
}

function describeExclusions({ maintenance_seconds, unobserved_seconds }: UptimeTotals): string[] {
  const [maintenance, unobserved] = [Math.round(maintenance_seconds / 60), Math.round(unobserved_seconds / 60)]
  return [
    maintenance === 0
      ? t`No maintenance was excluded.`
      : plural(maintenance, {
          one: '# minute of maintenance is excluded.',
          other: '# minutes of maintenance are excluded.',
        }),
    ...(unobserved === 0
      ? []
      : [
          plural(unobserved, {
            one: '# minute without monitoring (before the monitor was created, paused, or not checked) is excluded.',
            other:
              '# minutes without monitoring (before the monitor was created, paused, or not checked) are excluded.',
          }),
        ]),
  ]
}

const listMonitorColumns = (): readonly Column<MonitorUptime>[] => [
  {
    head: t`Monitor`,
    cell: ({ monitor_id, name }) => (
      <Link to="/monitors/$monitorId" params={{ monitorId: String(monitor_id) }} className="link wrap-anywhere">
        {name}
      </Link>
    ),
  },
  { head: t`Uptime`, figures: true, cell: ({ uptime_percent }) => formatUptime(uptime_percent) },
  {
    head: t`Target`,
    cell: (totals) =>
      totals.is_target_met === null
        ? '–'
        : totals.is_target_met
          ? t`met`
          : isStillReachable(totals)
            ? t`below so far`
            : t`missed`,
  },
  { head: t`Downtime`, figures: true, cell: ({ downtime_seconds }) => formatDuration(downtime_seconds) },
  {
    head: t`Downtime budget`,
    cell: (monitor) => (
      <span className="grid gap-1">
        <BudgetBar totals={monitor} />
        <span className="text-sm text-soft">{describeBudget(monitor)}</span>
      </span>
    ),
  },
  { head: t`Incidents`, figures: true, cell: ({ incident_count }) => formatCount(incident_count) },
  {
    head: t`Time to resolve`,
    figures: true,
    cell: ({ resolve_median_seconds }) => formatDuration(resolve_median_seconds),
  },
]

const listIncidentColumns = (): readonly Column<ReportedIncident>[] => [
  {
    head: t`Monitor`,
    cell: ({ incident_id, monitor_name }) => (
      <Link to="/incidents/$incidentId" params={{ incidentId: String(incident_id) }} className="link wrap-anywhere">
        {monitor_name}
      </Link>
    ),
  },
  { head: t`Cause`, cell: ({ cause }) => <span className="wrap-anywhere">{cause}</span> },
  { head: t`Started`, cell: ({ started_at }) => <Time at={started_at} as="minute" /> },
  { head: t`Downtime`, figures: true, cell: ({ downtime_seconds }) => formatDuration(downtime_seconds) },
  {
    head: t`Time to acknowledge`,
    figures: true,
    cell: ({ acknowledge_seconds }) => formatDuration(acknowledge_seconds),
  },
  { head: t`Time to resolve`, figures: true, cell: ({ resolve_seconds }) => formatDuration(resolve_seconds) },
]

function Totals({ figures: { total, target } }: { figures: UptimeFigures }) {
  return (
    <FigureRow
      entries={[
        { label: t`Uptime`, value: formatUptime(total.uptime_percent), note: describeTarget(total, target) },
        { label: t`Downtime`, value: formatDuration(total.downtime_seconds) },
        {
          label: t`Downtime budget`,
          value: formatDuration(Math.max(0, total.budget_remaining_seconds)),
          note: describeBudget(total),
        },
        { label: t`Incidents`, value: formatCount(total.incident_count) },
        {
          label: t`Time to acknowledge`,
          value: formatDuration(total.acknowledge_median_seconds),
          note: describeMean(total.acknowledge_mean_seconds),
        },
        {
          label: t`Time to resolve`,
          value: formatDuration(total.resolve_median_seconds),
          note: describeMean(total.resolve_mean_seconds),
        },
      ]}
    />
  )
}

export function ReportFigures({ figures }: { figures: UptimeFigures }) {
  const { total, monitors, incidents } = figures
  if (monitors.length === 0) return <Empty title={t`No monitors to report about.`} />
  const more = total.incident_count - incidents.length
  return (
    <>
      <Totals figures={figures} />
      <div className="mt-3 max-w-md">
        <BudgetBar totals={total} />
      </div>
      <div className="mt-3 text-sm text-soft">
        {describeExclusions(total).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {!figures.is_complete && <p>{t`The month is not over: the downtime budget is that of the whole month.`}</p>}
      </div>
      <Section title={t`Monitors`}>
        <Table
          caption={t`Uptime by monitor`}
          columns={listMonitorColumns()}
          rows={monitors}
          rowKey={(row) => row.monitor_id}
        />
      </Section>
      <ReportedObjectives objectives={figures.objectives} />
      <Section title={t`Incidents`}>
        {incidents.length === 0 ? (
          <p className="text-soft">{t`No incidents.`}</p>
        ) : (
          <Table
            caption={t`Incidents in this period`}
            columns={listIncidentColumns()}
            rows={incidents}
            rowKey={(row) => row.incident_id}
          />
        )}
        {more > 0 && <p className="mt-2 text-soft">{t`and ${formatCount(more)} more`}</p>}
      </Section>
    </>
  )
}
