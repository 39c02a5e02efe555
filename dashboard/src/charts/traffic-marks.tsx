import type { Interval } from '@sitewatch/contract/zone'
import { plural, t } from '@lingui/core/macro'
import { CHAR_PX, TimeAxis, ValueAxis } from './axes.tsx'
import type { EventGroup } from './chart-events.ts'
import { EventMarks } from './event-marks.tsx'
import { formatShort } from './figures.ts'
import type { UptimeSegment } from './intervals.ts'
import { placeLabels } from './labels.ts'
import type { MeasureKind } from './measure.ts'
import { formatTick, listMeasureTicks } from './measure-ticks.ts'
import { drawStepArea, drawSteps } from './path.ts'
import { RibbonMarks } from './ribbon-marks.tsx'
import { makeScale, type Scale } from './scale.ts'
import { type Bucket, type OutageGroup, traceBuckets } from './traffic-geometry.ts'

const LABEL_ROW = 22
const AXIS_ROW = 24
const RIBBON_GAP = 12
const RIBBON_HEIGHT = 20
/** Below this width there is no room beside the crosshair. */
export const NARROW = 520

export interface Layout {
  width: number
  height: number
  left: number
  top: number
  /** Bottom of the traffic. */
  floor: number
  ribbonTop: number
  /** Under the ribbon, or under the traffic without one. */
  bottom: number
  ticks: number[]
  x: Scale
  y: Scale
}

interface LayoutRequest {
  kind: MeasureKind
  buckets: readonly Bucket[]
  groups: readonly OutageGroup[]
  hasRibbon: boolean
  width: number
}

export function layOut({ kind, buckets, groups, hasRibbon, width }: LayoutRequest): Layout {
  const isNarrow = width < NARROW
  const max = Math.max(0, ...buckets.map(({ value, before }) => Math.max(value ?? 0, before?.value ?? 0)))
  const ticks = listMeasureTicks(kind, max, isNarrow ? 3 : 4)
  const left = Math.max(...ticks.values.map((value) => formatTick(kind, value).length)) * CHAR_PX + 10
  const top = hasRibbon || groups.length > 0 ? LABEL_ROW : 8
  const floor = top + (isNarrow ? 150 : 208)
  const ribbonTop = floor + RIBBON_GAP
  const bottom = hasRibbon ? ribbonTop + RIBBON_HEIGHT : floor
  const range: [number, number] = [buckets[0]?.from ?? 0, buckets.at(-1)?.to ?? 1]
  const y = makeScale([0, ticks.max], [floor, top + 4])
  return {
    width,
    height: bottom + AXIS_ROW,
    left,
    top,
    floor,
    ribbonTop,
    bottom,
    ticks: ticks.values,
    x: makeScale(range, [left, width - 1]),
    // A negative value, such as a day with more refunds than orders, is drawn at zero; the readout shows the value.
    y: Object.assign((value: number): number => y(Math.max(0, value)), { invert: y.invert }),
  }
}

interface TrafficMarksProps {
  kind: MeasureKind
  layout: Layout
  buckets: readonly Bucket[]
  groups: readonly OutageGroup[]
  uptime: readonly UptimeSegment[]
  marks: readonly EventGroup[]
  interval: Interval
  timezone: string
  index: number | null
  hasComparison: boolean
}

export function TrafficMarks(props: TrafficMarksProps) {
  const { kind, layout, buckets, groups, uptime, marks, interval, timezone, index, hasComparison } = props
  const range = { from: buckets[0]?.from ?? 0, to: buckets.at(-1)?.to ?? 1 }
  const { x, y, floor, ribbonTop } = layout
  const paths = traceBuckets(buckets, x, y)
  const bucket = index === null ? undefined : buckets[index]
  return (
    <svg className="chart-svg" width={layout.width} height={layout.height} aria-hidden="true" focusable="false">
      <ValueAxis {...layout} format={(value) => formatTick(kind, value)} />
      <TimeAxis {...layout} range={range} interval={interval} timezone={timezone} />
      <path className="chart-area" d={drawStepArea(paths.whole, floor)} />
      {hasComparison && <path className="chart-before" d={drawSteps(paths.before)} />}
      <Bands layout={layout} groups={groups} />
      <path className="chart-line" d={drawSteps(paths.whole)} />
      <path className="chart-partial" d={drawSteps(paths.partial)} />
      {uptime.length > 0 && <RibbonMarks segments={uptime} x={x} top={ribbonTop} height={RIBBON_HEIGHT} />}
      <EventMarks groups={marks} top={layout.top} floor={floor} />
      <Notes layout={layout} groups={groups} marks={marks} />
      {buckets.every(({ value }) => value === null || (kind === 'count' && value === 0)) && (
        <text
          className="chart-note"
          x={(layout.left + layout.width) / 2}
          y={(layout.top + floor) / 2}
          textAnchor="middle"
        >
          {t`No visits in this period`}
        </text>
      )}
      {bucket && <Crosshair layout={layout} bucket={bucket} />}
    </svg>
  )
}

/** A short outage is drawn wider to be visible, centered on its time. */
function Bands({ layout: { x, top, bottom }, groups }: { layout: Layout; groups: readonly OutageGroup[] }) {
  return (
    <g>
      {groups.map(({ from, to }) => {
        const width = Math.max(3, x(to) - x(from))
        const middle = (x(from) + x(to)) / 2
        return (
          <g key={from}>
            <rect className="chart-band" x={middle - width / 2} y={top} width={width} height={bottom - top} />
            <line className="chart-band-edge" x1={middle - width / 2} x2={middle - width / 2} y1={top} y2={bottom} />
            <line className="chart-band-edge" x1={middle + width / 2} x2={middle + width / 2} y1={top} y2={bottom} />
          </g>
        )
      })}
    </g>
  )
}

type NotesProps = Pick<TrafficMarksProps, 'layout' | 'groups' | 'marks'>

function writeCost(visitors: number): string[] {
  const count = `−${formatShort(visitors)}`
  return [plural(visitors, { one: `${count} visitor`, other: `${count} visitors` }), count]
}

/**
 * Labels for the visitors lost in each outage, and for events. Outages have priority, because events also have a marker and are in the readout.
 * Without room above the chart, which is only there for outages, there are no labels.
 */
function Notes({ layout: { x, left, top, width }, groups, marks }: NotesProps) {
  if (top < LABEL_ROW) return null
  const costs = groups.flatMap(({ from, to, visitors_lost }) =>
    visitors_lost
      ? [
          {
            id: `cost ${from}`,
            x: (x(from) + x(to)) / 2,
            texts: writeCost(visitors_lost),
            weight: visitors_lost + 1,
          },
        ]
      : [],
  )
  const notes = marks.flatMap(({ x: px, events: [{ id, text }, ...rest] }) =>
    rest.length > 0 ? [] : [{ id: `note ${id}`, x: px, texts: [text, `${text.slice(0, 11)}…`], weight: 0 }],
  )
  const placed = placeLabels([...costs, ...notes], { from: left, to: width, charWidth: CHAR_PX })
  return (
    <g>
      {placed.map(({ id, text, x: at }) => (
        <text key={id} className={id.startsWith('cost') ? 'chart-cost' : 'chart-note'} x={at} y={top - 8}>
          {text}
        </text>
      ))}
    </g>
  )
}

function Crosshair({ layout: { x, y, top, bottom }, bucket }: { layout: Layout; bucket: Bucket }) {
  const px = (x(bucket.from) + x(bucket.to)) / 2
  return (
    <g>
      <rect
        className="chart-focus"
        x={x(bucket.from)}
        y={top}
        width={Math.max(1, x(bucket.to) - x(bucket.from))}
        height={bottom - top}
      />
      <line className="chart-crosshair" x1={px} x2={px} y1={top} y2={bottom} />
      {typeof bucket.before?.value === 'number' && (
        <circle className="chart-dot-before" cx={px} cy={y(bucket.before.value)} r="2.5" />
      )}
      {bucket.value !== null && <circle className="chart-dot" cx={px} cy={y(bucket.value)} r="3.5" />}
    </g>
  )
}
