import { formatPercent } from '../../format.ts'
import { placeOutages } from './day-marks.ts'

const WIDTH = 192
const HEIGHT = 16
const FLOOR = HEIGHT - 6
const LEAST = 3
const NOTCH = 3

interface DayRibbonProps {
  name: string
  status: 'up' | 'down' | 'paused' | 'pending' | null
  uptime_percent: number | null
  outages: readonly (readonly [string, string | null])[]
  from: number
  to: number
}

/** As in every ribbon: down is a full bar with a notch. */
function drawDown(start: number, end: number): string {
  const width = Math.max(LEAST, (end - start) * WIDTH)
  const x = Math.min(start * WIDTH, WIDTH - width)
  const middle = HEIGHT / 2
  return `M${x} 0h${width}v${middle - NOTCH}l${-width / 3} ${NOTCH}l${width / 3} ${NOTCH}V${HEIGHT}h${-width}z`
}

/**
 * The last 24 hours of one row: two paths of a fixed width. The charts' ribbon measures itself, which a list of 1,500
 * would do 1,500 times.
 */
export function DayRibbon({ name, status, uptime_percent, outages, from, to }: DayRibbonProps) {
  const marks = placeOutages(outages, { from, to })
  const times = marks.length === 1 ? 'down once' : `down ${marks.length} times`
  const words = `${name}, last 24 hours: ${uptime_percent === null ? 'nothing observed' : `${formatPercent(uptime_percent)} up`}${marks.length > 0 ? `, ${times}` : ''}`
  const isPaused = status === 'paused'
  return (
    <svg
      role="img"
      aria-label={words}
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="block"
    >
      <path d={`M0 ${HEIGHT - 0.5}H${WIDTH}`} className="stroke-line" />
      {(uptime_percent !== null || isPaused) && (
        <rect
          y={FLOOR}
          width={WIDTH}
          height={HEIGHT - FLOOR}
          className={isPaused ? 'fill-none stroke-soft [stroke-dasharray:2_2]' : 'fill-up'}
        />
      )}
      {marks.length > 0 && (
        <path d={marks.map(({ start, end }) => drawDown(start, end)).join('')} className="fill-down" />
      )}
    </svg>
  )
}
