import { plural, t } from '@lingui/core/macro'
import { formatDuration, formatUptime } from '../../platform/format.ts'
import { type DayMark, findObservedSpans, placeSpans } from './day-marks.ts'

const WIDTH = 192
const HEIGHT = 16
const FLOOR = HEIGHT - 6
const MIN_WIDTH = 3
const NOTCH = 3
const DAY_SECONDS = 86_400

interface DayRibbonProps {
  name: string
  status: 'up' | 'down' | 'paused' | 'pending' | null
  uptime_percent: number | null
  outages: readonly (readonly [string, string | null])[]
  /** When no checks ran: nothing is drawn there. */
  unobserved: readonly (readonly [string, string | null])[]
  from: number
  to: number
}

const widthOf = ({ start, end }: DayMark): { x: number; width: number } => {
  const width = Math.max(MIN_WIDTH, (end - start) * WIDTH)
  return { x: Math.min(start * WIDTH, WIDTH - width), width }
}

/** As in every ribbon: down is a full bar with a notch. */
function drawDown(mark: DayMark): string {
  const { x, width } = widthOf(mark)
  const middle = HEIGHT / 2
  return `M${x} 0h${width}v${middle - NOTCH}l${-width / 3} ${NOTCH}l${width / 3} ${NOTCH}V${HEIGHT}h${-width}z`
}

function drawUp(mark: DayMark): string {
  const { x, width } = widthOf(mark)
  return `M${x} ${FLOOR}h${width}V${HEIGHT}h${-width}z`
}

function describeDay(uptime_percent: number | null, observedSpans: readonly DayMark[], outages: number): string {
  if (uptime_percent === null) return t`no data`
  const share = observedSpans.reduce((sum, { start, end }) => sum + end - start, 0)
  const [uptime, observed] = [formatUptime(uptime_percent), formatDuration(share * DAY_SECONDS)]
  return [
    t`${uptime} up`,
    ...(outages === 0 ? [] : [t`${plural(outages, { one: 'down once', other: 'down # times' })}`]),
    ...(share > 0.99 ? [] : [t`observed for ${observed}`]),
  ].join(', ')
}

/**
 * The last 24 hours of one row: two paths of a fixed width. The ribbon of the charts measures its own width, which a list of 1,500 rows
 * would do 1,500 times.
 */
export function DayRibbon({ name, status, uptime_percent, outages, unobserved, from, to }: DayRibbonProps) {
  const marks = placeSpans(outages, { from, to })
  const gaps = placeSpans(unobserved, { from, to })
  const observedSpans = uptime_percent === null ? [] : findObservedSpans(gaps)
  const last = gaps.at(-1)
  const pause = status === 'paused' && last?.end === 1 ? widthOf(last) : undefined
  const day = describeDay(uptime_percent, observedSpans, marks.length)
  const label = t`${name}, last 24 hours: ${day}`
  return (
    <svg
      role="img"
      aria-label={label}
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="block"
    >
      <path d={`M0 ${HEIGHT - 0.5}H${WIDTH}`} className="stroke-line" />
      {pause && (
        <rect {...pause} y={FLOOR} height={HEIGHT - FLOOR} className="fill-none stroke-soft [stroke-dasharray:2_2]" />
      )}
      {observedSpans.length > 0 && <path d={observedSpans.map(drawUp).join('')} className="fill-up" />}
      {marks.length > 0 && <path d={marks.map(drawDown).join('')} className="fill-down" />}
    </svg>
  )
}
