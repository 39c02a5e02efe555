import { DAY_MS } from '@sitewatch/contract/durations'
import './charts.css'
import { t } from '@lingui/core/macro'
import { CHAR_PX, TimeAxis, ValueAxis } from './axes.tsx'
import { formatUptime } from './figures.ts'
import { formatDay, formatMoment } from './format.ts'
import { DataTable, describeForScreenReader, type Reading, Readout } from './frame.tsx'
import type { Span } from './intervals.ts'
import { drawStepArea, drawSteps } from './path.ts'
import { makeScale, type Scale } from './scale.ts'
import { useCrosshair } from './use-crosshair.ts'
import { useWidth } from './use-width.ts'

interface BudgetDay {
  /** 2026-11-16, in UTC. */
  date: string
  current_percent: number | null
  budget_left_percent: number | null
  /** Describes what failed on that day. */
  failed: string
}

interface BurnMark {
  at: string
  isFast: boolean
  text: string
}

interface BudgetPictureProps {
  days: readonly BudgetDay[]
  alerts: readonly BurnMark[]
}

const ZONE = 'UTC'
const TOP = 8
const FLOOR = 176
const TICKS = [0, 25, 50, 75, 100]

const startOf = ({ date }: BudgetDay): number => Date.parse(`${date}T00:00:00Z`)
const formatLeft = (percent: number): string => `${Math.round(percent)}\u00a0%`
/** An overspent budget is drawn at zero. The readout shows by how much it is overspent. */
const heightOf = ({ budget_left_percent }: BudgetDay): number | null =>
  budget_left_percent === null ? null : Math.max(0, Math.min(100, budget_left_percent))

const alertsOn = (alerts: readonly BurnMark[], from: number): BurnMark[] =>
  alerts.filter(({ at }) => Date.parse(at) >= from && Date.parse(at) < from + DAY_MS)

function readDay(day: BudgetDay, alerts: readonly BurnMark[]): Reading[] {
  if (day.budget_left_percent === null) return [{ value: t`no data`, tone: 'soft' }]
  return [
    {
      value: formatLeft(day.budget_left_percent),
      unit: t`left`,
      ...(day.budget_left_percent < 0 && { tone: 'down' as const }),
    },
    { value: formatUptime(day.current_percent) },
    { value: day.failed, unit: t`failed`, tone: 'soft' },
    ...alertsOn(alerts, startOf(day)).map(({ text }) => ({ value: text })),
  ]
}

/** Error budget left at the end of each day, with the burn alerts at their times. */
export function BudgetPicture({ days, alerts }: BudgetPictureProps) {
  const label = t`Error budget left`
  const [ref, width] = useWidth<HTMLDivElement>()
  const range = {
    from: days[0] ? startOf(days[0]) : 0,
    to: days.at(-1) ? startOf(days.at(-1) as BudgetDay) + DAY_MS : 1,
  }
  const left = formatLeft(100).length * CHAR_PX + 10
  const x = makeScale([range.from, range.to], [left, width - 1])
  const { index, isFocused, slider } = useCrosshair({
    count: days.length,
    indexAt: (px) =>
      px < left - 4 ? null : Math.min(days.length - 1, Math.max(0, Math.floor((x.invert(px) - range.from) / DAY_MS))),
  })
  const shown = days[index ?? days.length - 1]
  const title = index === null || !shown ? label : formatDay(startOf(shown), ZONE)
  const readings = shown ? readDay(shown, alerts) : []
  return (
    <figure className="chart" aria-label={label}>
      <Readout title={title} readings={readings} isLive={!isFocused} />
      <div
        ref={ref}
        {...slider}
        aria-label={t`${label}. Arrow keys move through time`}
        aria-valuetext={describeForScreenReader(title, readings)}
      >
        <Marks {...{ days, alerts, range, left, width, x, index }} />
      </div>
      <Foot days={days} alerts={alerts} label={label} />
    </figure>
  )
}

interface MarksProps extends BudgetPictureProps {
  range: Span
  left: number
  width: number
  x: Scale
  index: number | null
}

function Marks({ days, alerts, range, left, width, x, index }: MarksProps) {
  const y = makeScale([0, 100], [FLOOR, TOP])
  const points = days.map((day) => {
    const height = heightOf(day)
    return { x0: x(startOf(day)), x1: x(startOf(day) + DAY_MS), y: height === null ? null : y(height) }
  })
  const chosen = index === null ? undefined : points[index]
  return (
    <svg className="chart-svg" width={width} height={FLOOR + 26} aria-hidden="true" focusable="false">
      <ValueAxis ticks={TICKS} left={left} width={width} y={y} format={formatLeft} />
      <TimeAxis range={range} timezone={ZONE} interval="day" left={left} width={width} bottom={FLOOR} x={x} />
      <path className="chart-area" d={drawStepArea(points, FLOOR)} />
      <path className="chart-line" d={drawSteps(points)} />
      {alerts.map(({ at, isFast }) => {
        const px = Math.min(width - 6, Math.max(left + 6, x(Date.parse(at))))
        return (
          <g key={at} className="chart-event">
            <line x1={px} x2={px} y1={TOP} y2={FLOOR} />
            <BurnShape x={px} y={FLOOR} isFast={isFast} />
          </g>
        )
      })}
      {chosen && (
        <line
          className="chart-crosshair"
          x1={(chosen.x0 + chosen.x1) / 2}
          x2={(chosen.x0 + chosen.x1) / 2}
          y1={TOP - 4}
          y2={FLOOR}
        />
      )}
    </svg>
  )
}

/** A triangle for a fast burn, a disc for a slow one, so that colour is not needed to distinguish them. */
function BurnShape({ x, y, isFast }: { x: number; y: number; isFast: boolean }) {
  return isFast ? <path d={`M${x - 6} ${y}h12l-6 -11z`} /> : <circle cx={x} cy={y - 5} r="5" />
}

function Foot({ days, alerts, label }: BudgetPictureProps & { label: string }) {
  const kinds = [true, false].filter((isFast) => alerts.some((alert) => alert.isFast === isFast))
  return (
    <div className="chart-foot">
      <div className="chart-legend" aria-hidden="true">
        {kinds.map((isFast) => (
          <span key={String(isFast)} className="chart-key">
            <svg width="14" height="14" className="chart-event">
              <BurnShape x={7} y={12} isFast={isFast} />
            </svg>
            {isFast ? t`Fast burn` : t`Slow burn`}
          </span>
        ))}
      </div>
      <DataTable
        caption={label}
        columns={[t`Day`, t`Budget left`, t`Actual`, t`Failed`]}
        rows={() =>
          days.map((day) => [
            formatDay(startOf(day), ZONE),
            day.budget_left_percent === null ? '–' : formatLeft(day.budget_left_percent),
            formatUptime(day.current_percent),
            day.failed,
          ])
        }
      >
        {alerts.length > 0 && (
          <ul className="chart-outages">
            {alerts.map(({ at, text }) => (
              <li key={at}>
                {formatMoment(Date.parse(at), ZONE)}, {text}
              </li>
            ))}
          </ul>
        )}
      </DataTable>
    </div>
  )
}
