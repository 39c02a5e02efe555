import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { BAR_SIZE, drawChecks, type RecentCheck } from './check-marks.ts'

/** "Last 30 checks: 28 up, 2 down" */
function useSummary(checks: readonly RecentCheck[] | undefined): string {
  const { t } = useLingui()
  if (checks === undefined) return t`Loading checks`
  const { length: count } = checks
  if (count === 0) return t`No recent checks`
  const countOf = (status: RecentCheck['status']): number => checks.filter((check) => check.status === status).length
  const [up, down, unknown] = [countOf('up'), countOf('down'), countOf('unknown')]
  const counts = [
    ...(up > 0 ? [t`${up} up`] : []),
    ...(down > 0 ? [t`${down} down`] : []),
    ...(unknown > 0 ? [t`${unknown} not checked`] : []),
  ]
  const last = t`${plural(count, { one: 'Last check', other: 'Last # checks' })}`
  return `${last}: ${counts.join(', ')}`
}

/** The latest checks of one row: four paths of a fixed width, drawn even before the checks load, so that the layout does not shift. */
export function CheckBar({ name, checks }: { name: string; checks: readonly RecentCheck[] | undefined }) {
  const { up, down, unknown, none } = drawChecks(checks ?? [])
  const { width, height } = BAR_SIZE
  const summary = useSummary(checks)
  return (
    <svg
      role="img"
      aria-label={`${name}: ${summary}`}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      className="block flex-none"
    >
      <title>{summary}</title>
      <path d={none} className="fill-line-strong" />
      <path d={unknown} className="fill-none stroke-soft" />
      <path d={up} className="fill-up" />
      <path d={down} className="fill-down" />
    </svg>
  )
}
