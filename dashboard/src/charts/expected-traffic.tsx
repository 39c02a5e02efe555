import { HOUR_MS } from '@sitewatch/contract/durations'
import './charts.css'
import { t } from '@lingui/core/macro'
import { CHAR_PX, TimeAxis, ValueAxis } from './axes.tsx'
import { formatMoment, formatSpan } from './format.ts'
import { DataTable, describeForScreenReader, type Reading, Readout } from './frame.tsx'
import { LineKey } from './line-key.tsx'
import type { Span } from './intervals.ts'
import { drawBand, drawLine } from './path.ts'
import { listTicks, makeScale, type Scale } from './scale.ts'
import { useCrosshair } from './use-crosshair.ts'
import { useWidth } from './use-width.ts'

/** As in the API response. */
interface ExpectedHour {
  start: string
  visits_expected: number | null
  visits_low: number | null
  visits_high: number | null
  visits_seen: number | null
}

interface ExpectedTrafficProps {
  hours: readonly ExpectedHour[]
  timezone: string
  /** Start and end of the drop. */
  drop: Span
  formatCount: (value: number) => string
  label?: string
}

const TOP = 8
const FLOOR = 176

/** Visits by hour, with the band of the normal range. */
export function ExpectedTraffic({ hours, timezone, drop, formatCount, label = t`Visits` }: ExpectedTrafficProps) {
  const [ref, width] = useWidth<HTMLDivElement>()
  const from = Date.parse(hours[0]?.start ?? '')
  const range = { from, to: from + hours.length * HOUR_MS }
  const ticks = listTicks(Math.max(1, ...hours.flatMap((hour) => [hour.visits_high ?? 0, hour.visits_seen ?? 0])), 4)
  const left = Math.max(...ticks.values.map((value) => formatCount(value).length)) * CHAR_PX + 10
  const x = makeScale([range.from, range.to], [left, width - 1])
  const y = makeScale([0, ticks.max], [FLOOR, TOP])
  const { index, isFocused, slider } = useCrosshair({
    count: hours.length,
    indexAt: (px) =>
      px < left - 4 ? null : Math.min(hours.length - 1, Math.max(0, Math.floor((x.invert(px) - from) / HOUR_MS))),
  })
  const hour = index === null ? undefined : hours[index]
  const title = hour ? formatSpan(Date.parse(hour.start), Date.parse(hour.start) + HOUR_MS, timezone) : label
  const readings = hour ? readHour(hour, formatCount) : []
  return (
    <figure className="chart" aria-label={label}>
      <Readout title={title} readings={readings} isLive={!isFocused} />
      <div
        ref={ref}
        {...slider}
        aria-label={t`${label}. Arrow keys move through time`}
        aria-valuetext={describeForScreenReader(title, readings)}
      >
        <Marks {...{ hours, range, drop, timezone, index, width, left, x, y, formatCount }} ticks={ticks.values} />
      </div>
      <div className="chart-foot">
        <Legend />
        <DataTable
          caption={label}
          columns={[t`Time`, t`Visits`, t`Expected`, t`Normal range`]}
          rows={() => hours.map((each) => listCells(each, timezone, formatCount))}
        />
      </div>
    </figure>
  )
}

interface MarksProps extends Pick<ExpectedTrafficProps, 'hours' | 'timezone' | 'drop' | 'formatCount'> {
  range: Span
  index: number | null
  ticks: readonly number[]
  width: number
  left: number
  x: Scale
  y: Scale
}

function Marks({ hours, range, drop, timezone, index, ticks, width, left, x, y, formatCount }: MarksProps) {
  const middle = (hour: ExpectedHour): number => x(Date.parse(hour.start) + HOUR_MS / 2)
  const place = (value: number | null): number | null => (value === null ? null : y(value))
  const chosen = index === null ? undefined : hours[index]
  const [dropFrom, dropTo] = [Math.max(left, x(drop.from)), Math.min(width - 1, x(drop.to))]
  return (
    <svg className="chart-svg" width={width} height={FLOOR + 26} aria-hidden="true" focusable="false">
      <ValueAxis {...{ ticks, left, width, y }} format={formatCount} />
      <TimeAxis {...{ range, timezone, left, width, x }} interval="hour" bottom={FLOOR} />
      <rect
        className="chart-slow"
        x={dropFrom}
        y={TOP - 4}
        width={Math.max(2, dropTo - dropFrom)}
        height={FLOOR - TOP + 4}
      />
      <path
        className="chart-expected-band"
        d={drawBand(
          hours.map((hour) => ({ x: middle(hour), low: place(hour.visits_low), high: place(hour.visits_high) })),
        )}
      />
      <path
        className="chart-p95"
        d={drawLine(hours.map((hour) => ({ x: middle(hour), y: place(hour.visits_expected) })))}
      />
      <path
        className="chart-p50"
        d={drawLine(hours.map((hour) => ({ x: middle(hour), y: place(hour.visits_seen) })))}
      />
      {chosen && (
        <g>
          <line className="chart-crosshair" x1={middle(chosen)} x2={middle(chosen)} y1={TOP - 4} y2={FLOOR} />
          {chosen.visits_seen !== null && (
            <circle className="chart-dot" cx={middle(chosen)} cy={y(chosen.visits_seen)} r="3.5" />
          )}
        </g>
      )}
    </svg>
  )
}

function Legend() {
  return (
    <div className="chart-legend">
      <LineKey className="chart-p50" text={t`Visits`} />
      <LineKey className="chart-p95" text={t`Expected`} />
      <span className="chart-key">
        <svg width="12" height="12" aria-hidden="true">
          <rect className="chart-expected-band" width="12" height="12" />
        </svg>
        {t`Normal range`}
      </span>
    </div>
  )
}

const show = (value: number | null, formatCount: (value: number) => string): string =>
  value === null ? '–' : formatCount(Math.round(value))

function readHour(hour: ExpectedHour, formatCount: (value: number) => string): Reading[] {
  return [
    { value: show(hour.visits_seen, formatCount), unit: t`visits` },
    ...(hour.visits_expected === null
      ? []
      : [
          { value: show(hour.visits_expected, formatCount), unit: t`expected` },
          {
            value: `${show(hour.visits_low, formatCount)}–${show(hour.visits_high, formatCount)}`,
            unit: t`normal`,
            tone: 'soft' as const,
          },
        ]),
  ]
}

const listCells = (hour: ExpectedHour, timezone: string, formatCount: (value: number) => string): string[] => [
  formatMoment(Date.parse(hour.start), timezone),
  show(hour.visits_seen, formatCount),
  show(hour.visits_expected, formatCount),
  hour.visits_low === null ? '–' : `${show(hour.visits_low, formatCount)}–${show(hour.visits_high, formatCount)}`,
]
