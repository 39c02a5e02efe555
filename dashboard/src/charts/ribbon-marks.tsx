import type { MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import { useId } from 'react'
import { formatDuration } from './figures.ts'
import { HatchPattern } from './frame.tsx'
import { sumStates, type UptimeSegment, type UptimeState } from './intervals.ts'
import { drawNotchedBar } from './path.ts'
import type { Scale } from './scale.ts'

/** Shares of the full height: the shape alone shows how bad a state is. */
const LOW = 0.4
const MIDDLE = 0.75
const MIN_WIDTH = 3

interface RibbonMarksProps {
  segments: readonly UptimeSegment[]
  x: Scale
  top: number
  height: number
}

/** Up is a low bar, degraded a higher outline filled to that height, down a full bar with a notch, paused hatched, unknown empty. */
export function RibbonMarks({ segments, x, top, height }: RibbonMarksProps) {
  const id = useId()
  const otherSegments = segments.filter(({ state }) => state !== 'down')
  const down = segments.filter(({ state }) => state === 'down')
  const [first] = segments
  const last = segments.at(-1)
  return (
    <g className="chart-ribbon">
      <defs>
        <HatchPattern id={id} />
      </defs>
      {first && last && (
        <line
          className="chart-grid"
          x1={x(first.from)}
          x2={x(last.to)}
          y1={top + height - 0.5}
          y2={top + height - 0.5}
        />
      )}
      {otherSegments.map(({ from, to, state }) => (
        <StateMark
          key={from}
          state={state}
          x={x(from)}
          width={Math.max(0.5, x(to) - x(from))}
          floor={top + height}
          height={height}
          hatch={`url(#${id})`}
        />
      ))}
      {/* Last, because a short outage is drawn wider than it was and must not be hidden by its neighbours. */}
      {down.map(({ from, to }) => {
        const width = Math.max(MIN_WIDTH, x(to) - x(from))
        return (
          <path
            key={from}
            className="chart-state-down"
            d={drawNotchedBar(Math.max(x(first?.from ?? 0), (x(from) + x(to) - width) / 2), top, width, height)}
          />
        )
      })}
    </g>
  )
}

interface StateMarkProps {
  state: UptimeState
  x: number
  width: number
  floor: number
  height: number
  hatch: string
}

function StateMark({ state, x, width, floor, height, hatch }: StateMarkProps) {
  const low = height * LOW
  if (state === 'unknown') return null
  if (state === 'paused')
    return <rect className="chart-state-paused" x={x} y={floor - low} width={width} height={low} fill={hatch} />
  return (
    <>
      <rect className={`chart-state-${state}`} x={x} y={floor - low} width={width} height={low} />
      {state === 'degraded' && (
        <rect
          className="chart-outline-degraded"
          x={x + 0.5}
          y={floor - height * MIDDLE}
          width={Math.max(0.5, width - 1)}
          height={height * MIDDLE - 0.5}
        />
      )}
    </>
  )
}

export const STATE_LABELS: Record<UptimeState, MessageDescriptor> = {
  up: msg`up`,
  degraded: msg`degraded`,
  down: msg`down`,
  paused: msg`paused`,
  unknown: msg`unknown`,
}

/** "up 29 d 23 h, down 2 times for 44 min". */
export function describeUptime(segments: readonly UptimeSegment[]): string {
  const sums = sumStates(segments)
  const states: UptimeState[] = ['up', 'degraded', 'down', 'paused', 'unknown']
  return states
    .filter((state) => sums[state].total_ms > 0)
    .map((state) => {
      const { count, total_ms } = sums[state]
      const name = t(STATE_LABELS[state])
      const time = formatDuration(total_ms)
      if (state !== 'down' && state !== 'degraded') return `${name} ${time}`
      return plural(count, { one: `${name} once for ${time}`, other: `${name} # times for ${time}` })
    })
    .join(', ')
}

/** The states that occur, each with its shape. */
export function StateLegend({ segments }: { segments: readonly UptimeSegment[] }) {
  // An unknown segment at the end is the future.
  const sums = sumStates(segments.at(-1)?.state === 'unknown' ? segments.slice(0, -1) : segments)
  const states = (['up', 'degraded', 'down', 'paused', 'unknown'] as const).filter((state) => sums[state].total_ms > 0)
  const sampleOf = (state: UptimeState): UptimeSegment[] => [{ from: 0, to: 12, state }]
  const x = Object.assign((value: number) => value, { invert: (value: number) => value })
  return (
    <>
      {states.map((state) => (
        <span key={state} className="chart-key">
          <svg width="12" height="12" aria-hidden="true">
            {state === 'unknown' ? (
              <rect className="chart-check-unknown" x="0.5" y="6.5" width="11" height="5" />
            ) : (
              <RibbonMarks segments={sampleOf(state)} x={x} top={0} height={12} />
            )}
          </svg>
          {t(STATE_LABELS[state])}
        </span>
      ))}
    </>
  )
}
