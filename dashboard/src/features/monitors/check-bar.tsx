import { BAR_SIZE, describeChecks, drawChecks, type RecentCheck } from './check-marks.ts'

/** The latest checks of one row: four paths of a fixed width, drawn before the checks have come, too, so that nothing moves. */
export function CheckBar({ name, checks }: { name: string; checks: readonly RecentCheck[] | undefined }) {
  const { up, down, unknown, none } = drawChecks(checks ?? [])
  const { width, height } = BAR_SIZE
  return (
    <svg
      role="img"
      aria-label={`${name}: ${checks === undefined ? 'loading checks' : describeChecks(checks)}`}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      className="block flex-none"
    >
      {checks !== undefined && <title>{describeChecks(checks)}</title>}
      <path d={none} className="fill-line-strong" />
      <path d={unknown} className="fill-none stroke-soft" />
      <path d={up} className="fill-up" />
      <path d={down} className="fill-down" />
    </svg>
  )
}
