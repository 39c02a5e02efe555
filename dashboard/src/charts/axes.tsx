import type { Interval } from '@sitewatch/contract/zone'
import type { Span } from './intervals.ts'
import type { Scale } from './scale.ts'
import { listTimeTicks } from './time-ticks.ts'

/** Width of a character in the font of the figures, at 13 px. */
export const CHAR_PX = 7.85

interface ValueAxisProps {
  ticks: readonly number[]
  left: number
  width: number
  y: Scale
  format: (value: number) => string
}

export function ValueAxis({ ticks, left, width, y, format }: ValueAxisProps) {
  return (
    <g>
      {ticks.map((value) => (
        <g key={value}>
          <line
            className={value === 0 ? 'chart-axis' : 'chart-grid'}
            x1={left}
            x2={width}
            y1={Math.round(y(value)) + 0.5}
            y2={Math.round(y(value)) + 0.5}
          />
          <text className="chart-tick" x={left - 10} y={y(value)} dy="0.35em" textAnchor="end">
            {format(value)}
          </text>
        </g>
      ))}
    </g>
  )
}

interface TimeAxisProps {
  range: Span
  timezone: string
  interval: Interval
  left: number
  width: number
  bottom: number
  x: Scale
}

export function TimeAxis({ range, timezone, interval, left, width, bottom, x }: TimeAxisProps) {
  const ticks = listTimeTicks({ ...range, zone: timezone, interval, width: width - left, spacing: 66 })
  return (
    <g>
      {ticks.map(({ at, label, isMajor }) => {
        const half = (label.length * CHAR_PX) / 2
        const px = Math.round(x(at)) + 0.5
        return (
          <g key={at} className={isMajor ? 'chart-major' : undefined}>
            <line className="chart-axis" x1={px} x2={px} y1={bottom} y2={bottom + 4} />
            <text
              className="chart-tick"
              x={Math.min(Math.max(px, left - 8 + half), width - half)}
              y={bottom + 18}
              textAnchor="middle"
            >
              {label}
            </text>
          </g>
        )
      })}
    </g>
  )
}
