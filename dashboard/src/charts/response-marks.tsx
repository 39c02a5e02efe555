import type { Interval } from '@sitewatch/contract/zone'
import { TimeAxis, ValueAxis } from './axes.tsx'
import type { EventGroup } from './chart-events.ts'
import { EventMarks } from './event-marks.tsx'
import { formatMs } from './figures.ts'
import type { Span } from './intervals.ts'
import { drawBand, drawLine, drawNotchedBar } from './path.ts'
import { PHASES, type ResponseBucket, stackPhases } from './response-geometry.ts'
import type { Scale } from './scale.ts'

interface ResponseMarksProps {
  buckets: readonly ResponseBucket[]
  range: Span
  bucket_ms: number
  interval: Interval
  timezone: string
  hasPhases: boolean
  index: number | null
  ticks: readonly number[]
  width: number
  left: number
  top: number
  floor: number
  x: Scale
  y: Scale
  slow_ms: number | null
  marks: readonly EventGroup[]
}

const FAILED_ROW = 12

export function ResponseMarks(props: ResponseMarksProps) {
  const { buckets, bucket_ms, hasPhases, index, width, top, floor, x } = props
  // Higher values are cut off at the top instead of being drawn over the heading.
  const y = (value: number): number => Math.max(top - 4, props.y(value))
  const middle = (at: number): number => x(at + bucket_ms / 2)
  const trace = (key: 'p50_ms' | 'p95_ms') =>
    buckets.map(({ at, point }) => ({ x: middle(at), y: point?.total ? y(point.total[key]) : null }))
  const p50 = trace('p50_ms')
  const p95 = trace('p95_ms')
  const chosen = index === null ? undefined : buckets[index]
  return (
    <svg className="chart-svg" width={width} height={floor + FAILED_ROW + 26} aria-hidden="true" focusable="false">
      <ValueAxis {...props} format={formatMs} />
      <TimeAxis {...props} bottom={floor + FAILED_ROW} />
      {props.slow_ms !== null && <SlowMarks {...props} slow_ms={props.slow_ms} />}
      {hasPhases ? (
        <Phases buckets={buckets} middle={middle} y={y} />
      ) : (
        <path
          className="chart-spread"
          d={drawBand(p50.map(({ x: px, y: low }, at) => ({ x: px, low, high: p95[at]?.y ?? null })))}
        />
      )}
      <path className="chart-p95" d={drawLine(p95)} />
      <path className="chart-p50" d={drawLine(p50)} />
      {buckets.map(({ at, point }) => {
        const barWidth = Math.max(4, x(at + bucket_ms) - x(at))
        return (
          point !== null &&
          point.down > 0 && (
            <path
              key={at}
              className="chart-state-down"
              d={drawNotchedBar(middle(at) - barWidth / 2, floor + 3, barWidth, FAILED_ROW - 2)}
            />
          )
        )
      })}
      <EventMarks groups={props.marks} top={top} floor={floor} />
      {chosen && (
        <g>
          <line
            className="chart-crosshair"
            x1={middle(chosen.at)}
            x2={middle(chosen.at)}
            y1={top - 4}
            y2={floor + FAILED_ROW}
          />
          {chosen.point?.total && (
            <>
              <circle className="chart-dot-before" cx={middle(chosen.at)} cy={y(chosen.point.total.p95_ms)} r="2.5" />
              <circle className="chart-dot" cx={middle(chosen.at)} cy={y(chosen.point.total.p50_ms)} r="3.5" />
            </>
          )}
        </g>
      )}
    </svg>
  )
}

/** The limit as a line, with shading where the response time was above it. */
function SlowMarks({
  buckets,
  bucket_ms,
  slow_ms,
  left,
  width,
  top,
  floor,
  x,
  y,
}: ResponseMarksProps & { slow_ms: number }) {
  return (
    <g>
      {buckets.map(
        ({ at, point }) =>
          point?.total &&
          point.total.p95_ms > slow_ms && (
            <rect
              key={at}
              className="chart-slow"
              x={x(at)}
              y={top - 4}
              width={x(at + bucket_ms) - x(at)}
              height={floor - top + 4}
            />
          ),
      )}
      {y(slow_ms) >= top && (
        <line className="chart-slow-limit" x1={left} x2={width - 1} y1={y(slow_ms)} y2={y(slow_ms)} />
      )}
    </g>
  )
}

interface PhasesProps {
  buckets: readonly ResponseBucket[]
  middle(at: number): number
  y(value: number): number
}

function Phases({ buckets, middle, y }: PhasesProps) {
  const stack = stackPhases(buckets)
  const place = (value: number | null): number | null => (value === null ? null : y(value))
  return (
    <g>
      {PHASES.map((phase) => (
        <path
          key={phase}
          className="chart-phase"
          data-phase={phase}
          d={drawBand(
            stack[phase].map(({ low, high }, index) => ({
              x: middle(buckets[index]?.at ?? 0),
              low: place(low),
              high: place(high),
            })),
          )}
        />
      ))}
    </g>
  )
}
