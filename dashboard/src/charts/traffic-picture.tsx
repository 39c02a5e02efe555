import type { Interval } from '@sitewatch/contract/zone'
import './charts.css'
import { plural, t } from '@lingui/core/macro'
import { useMemo } from 'react'
import { type ChartEvent, groupEvents } from './chart-events.ts'
import { EventLegend } from './event-marks.tsx'
import { formatDuration, formatUptime } from './figures.ts'
import { formatSpan } from './format.ts'
import { DataTable, Readout } from './frame.tsx'
import { readUptime, type Span, type UptimeSegment } from './intervals.ts'
import { describeMeasureChange, type Measure, writeMeasure } from './measure.ts'
import { StateLegend } from './ribbon-marks.tsx'
import { findIndex, makeScale } from './scale.ts'
import {
  type Bucket,
  buildBuckets,
  groupOutages,
  type Outage,
  type OutageGroup,
  type TrafficPoint,
} from './traffic-geometry.ts'
import { type Layout, layOut, TrafficMarks } from './traffic-marks.tsx'
import {
  describeEvents,
  nameBucket,
  nameByInterval,
  outagesIn,
  readBucket,
  type ReadingContext,
  readPeriod,
  describeBucket,
} from './traffic-readings.ts'
import { Swatch, TrafficTip } from './traffic-tip.tsx'
import { useCrosshair } from './use-crosshair.ts'
import { useNow } from './use-now.ts'
import { useWidth } from './use-width.ts'

export interface TrafficPictureProps {
  measure: Measure
  points: readonly TrafficPoint[]
  /** The comparison period, by position: its first point is drawn at the first point. */
  comparison?: readonly TrafficPoint[]
  /** Its name in the legend and in the table. */
  comparisonName?: string
  interval: Interval
  /** Of the website. */
  timezone: string
  /** The requested period, which may start and end within an interval. */
  period?: Span
  /** End of the axis, if it is later than the points. */
  until?: number | undefined
  /** In order and without gaps, as from buildUptime. Empty without a monitor. */
  uptime?: readonly UptimeSegment[]
  /** Reserves room for the uptime ribbon while it loads, so that nothing moves. */
  isWatched?: boolean
  outages?: readonly Outage[]
  /** Deploys and annotations. */
  events?: readonly ChartEvent[]
  label?: string
  now?: number
  onOpenOutage?: (id: Outage['id']) => void
  /** Opens the events of the marked interval, if there was no outage in it. */
  onOpenEvents?: (span: Span) => void
}

const NONE: readonly never[] = []
/** Bands that are closer than this are drawn as one. */
const GROUP_PX = 6

/** Not computed again when another metric is chosen, unless its axis labels need another width. */
function useMarks(events: readonly ChartEvent[], { from, to }: Span, { left, width }: Layout) {
  return useMemo(
    () => groupEvents(events, { x: makeScale([from, to], [left, width - 1]), left, right: width }),
    [events, from, to, left, width],
  )
}

function openBucket(bucket: Bucket | undefined, groups: readonly OutageGroup[], props: TrafficPictureProps): void {
  const { events = NONE, onOpenOutage, onOpenEvents } = props
  const [outage] = outagesIn(groups, bucket)
  if (outage) onOpenOutage?.(outage.id)
  else if (bucket && describeEvents(events, bucket).length > 0) onOpenEvents?.(bucket)
}

/** A metric over time and, on the same axis, the uptime: visitors lost in an outage are shown at its time. */
export function TrafficPicture(props: TrafficPictureProps) {
  const { measure, points, comparison, interval, timezone, until, uptime = NONE, events = NONE } = props
  const { label = t(measure.name) } = props
  const [ref, width] = useWidth<HTMLDivElement>()
  const minute = useNow(props.now)
  const buckets = useMemo(
    () => buildBuckets({ points, comparison, interval, timezone, until, now: minute }),
    [points, comparison, interval, timezone, until, minute],
  )
  const range = { from: buckets[0]?.from ?? 0, to: buckets.at(-1)?.to ?? 1 }
  const gap = ((range.to - range.from) / width) * GROUP_PX
  const groups = groupOutages(props.outages ?? NONE, { range, now: minute, gap })
  const hasRibbon = props.isWatched === true || uptime.length > 0
  const layout = layOut({ kind: measure.kind, buckets, groups, hasRibbon, width })
  const marks = useMarks(events, range, layout)
  const starts = useMemo(() => buckets.map(({ from }) => from), [buckets])
  const current = Math.max(
    0,
    buckets.findLastIndex(({ status }) => status !== 'future'),
  )
  const { index, slider } = useCrosshair({
    count: buckets.length,
    start: current,
    indexAt: (px) => (px < layout.left - 4 ? null : Math.max(0, findIndex(starts, layout.x.invert(px)))),
    onOpen: (at) => openBucket(buckets[at], groups, props),
  })
  const figures = nameByInterval(label, interval)
  const context = { measure, interval, timezone, groups, uptime, events }
  const active = buckets[index ?? current]
  const reading = active && readBucket(active, context)
  return (
    <figure className="chart chart-traffic" aria-label={label}>
      <Readout {...readPeriod(buckets, context, props.period)} isLive={false} />
      <div
        ref={ref}
        {...slider}
        aria-label={t`${figures}. Arrow keys move through time`}
        aria-valuetext={reading ? describeBucket(measure, reading) : t`No data`}
      >
        <TrafficMarks
          {...{ layout, buckets, groups, uptime, marks, interval, timezone, index }}
          kind={measure.kind}
          hasComparison={comparison !== undefined}
        />
        {index !== null && active && reading && (
          <TrafficTip {...{ layout, measure, reading }} x={(layout.x(active.from) + layout.x(active.to)) / 2} />
        )}
      </div>
      <Foot picture={props} caption={figures} buckets={buckets} context={context} />
    </figure>
  )
}

interface FootProps {
  picture: TrafficPictureProps
  caption: string
  buckets: readonly Bucket[]
  context: ReadingContext
}

function Foot({ picture, caption, buckets, context }: FootProps) {
  const { measure, comparison, comparisonName = t`Comparison`, timezone, onOpenOutage } = picture
  const { groups, uptime } = context
  const name = t(measure.name)
  const isPartial = buckets.findLast(({ status }) => status !== 'future')?.status === 'partial'
  return (
    <div className="chart-foot">
      <div className="chart-legend" aria-hidden="true">
        <Key className="chart-line" text={name} />
        {comparison && <Key className="chart-before" text={comparisonName} />}
        {isPartial && <Key className="chart-partial" text={t`So far`} />}
        <StateLegend segments={uptime} />
        <EventLegend events={context.events} />
      </div>
      <DataTable
        caption={caption}
        columns={[
          t`Time`,
          name,
          ...(comparison ? [comparisonName, t`Change`] : []),
          ...(uptime.length > 0 ? [t`Uptime`, t`Outages`] : []),
        ]}
        rows={() => buckets.map((row) => listCells(row, context, comparison !== undefined))}
      >
        {groups.length > 0 && <OutageList groups={groups} timezone={timezone} onOpen={onOpenOutage} />}
      </DataTable>
    </div>
  )
}

function Key({ className, text }: { className: string; text: string }) {
  return (
    <span className="chart-key">
      <Swatch className={className} />
      {text}
    </span>
  )
}

function listCells(bucket: Bucket, context: ReadingContext, hasComparison: boolean): string[] {
  const { measure, interval, timezone, groups, uptime } = context
  const { value, before, status } = bucket
  const percent = status === 'future' ? null : readUptime(uptime, bucket)
  const change = status === 'whole' ? describeMeasureChange(measure.kind, value, before?.value) : undefined
  return [
    nameBucket(bucket, interval, timezone),
    writeMeasure(measure, value),
    ...(hasComparison ? [writeMeasure(measure, before?.value), change ?? '–'] : []),
    ...(uptime.length > 0
      ? [percent === null ? '–' : formatUptime(percent), String(outagesIn(groups, bucket).length || '–')]
      : []),
  ]
}

interface OutageListProps {
  groups: readonly OutageGroup[]
  timezone: string
  onOpen: ((id: Outage['id']) => void) | undefined
}

function OutageList({ groups, timezone, onOpen }: OutageListProps) {
  return (
    <ul className="chart-outages">
      {groups.map(({ from, to, outages, visitors_lost }) => {
        const description = `${formatSpan(from, to, timezone)}, ${formatDuration(to - from)}`
        const cost =
          visitors_lost === null ? '' : `, ${plural(visitors_lost, { one: '−# visitor', other: '−# visitors' })}`
        const [outage] = outages
        return (
          <li key={from}>
            {onOpen && outage ? (
              <button type="button" onClick={() => onOpen(outage.id)}>
                {description}
              </button>
            ) : (
              description
            )}
            {cost}
          </li>
        )
      })}
    </ul>
  )
}
