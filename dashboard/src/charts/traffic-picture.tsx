import { useMemo } from 'react'
import { countOf, formatBucket, formatCount, formatDuration, formatUptime, formatSpan } from './format.ts'
import { DataTable, readAloud, type Reading, Readout } from './frame.tsx'
import { readUptime, type UptimeSegment } from './intervals.ts'
import { StateLegend } from './ribbon-marks.tsx'
import { findIndex } from './scale.ts'
import {
  type Bucket,
  buildBuckets,
  groupOutages,
  type Outage,
  type OutageGroup,
  sumTraffic,
  type TrafficPoint,
} from './traffic-geometry.ts'
import { layOut, TrafficMarks } from './traffic-marks.tsx'
import type { Interval } from './time-zone.ts'
import { useCrosshair } from './use-crosshair.ts'
import { useNow } from './use-now.ts'
import { useWidth } from './use-width.ts'

export interface Annotation {
  at: string
  text: string
}

export interface TrafficPictureProps {
  points: readonly TrafficPoint[]
  /** The period compared with, by place: its first is drawn under the first. */
  comparison?: readonly TrafficPoint[]
  interval: Interval
  /** Of the website. */
  timezone: string
  /** In order and without holes, as buildUptime makes them; empty without a monitor. */
  uptime?: readonly UptimeSegment[]
  outages?: readonly Outage[]
  annotations?: readonly Annotation[]
  /** Visitors of the whole period, which is less than the sum of its parts. */
  total?: number
  label?: string
  now?: number
  onOpenOutage?: (id: Outage['id']) => void
}

const NONE: readonly never[] = []
/** Two bands nearer than this are one. */
const GROUP_PX = 6

/** Visitors over time and, on the same axis, whether anybody could come: what an outage cost is seen where it happened. */
export function TrafficPicture(props: TrafficPictureProps) {
  const { points, comparison, interval, timezone, uptime = NONE, outages = NONE, annotations = NONE } = props
  const { label = 'Visitors', onOpenOutage } = props
  const [ref, width] = useWidth<HTMLDivElement>()
  const minute = useNow(props.now)
  const buckets = useMemo(
    () => buildBuckets({ points, comparison, interval, timezone, now: minute }),
    [points, comparison, interval, timezone, minute],
  )
  const range = { from: buckets[0]?.from ?? 0, to: buckets.at(-1)?.to ?? 1 }
  const gap = ((range.to - range.from) / width) * GROUP_PX
  const groups = groupOutages(outages, { range, now: minute, gap })
  const layout = layOut({ buckets, groups, hasRibbon: uptime.length > 0, width })
  const starts = useMemo(() => buckets.map(({ from }) => from), [buckets])
  const current = buckets.findLastIndex(({ status }) => status !== 'future')

  const { index, isFocused, handlers } = useCrosshair({
    count: buckets.length,
    start: Math.max(0, current),
    indexAt: (px) => (px < layout.left - 4 ? null : Math.max(0, findIndex(starts, layout.x.invert(px)))),
    onOpen: (at) => {
      const [outage] = outagesIn(groups, buckets[at])
      if (outage) onOpenOutage?.(outage.id)
    },
  })
  const bucket = index === null ? undefined : buckets[index]
  const title = bucket ? nameBucket(bucket, interval, timezone) : label
  const readings = bucket
    ? readBucket(bucket, { groups, uptime, annotations, hasComparison: comparison !== undefined })
    : readPeriod(props, buckets, groups)

  return (
    <figure className="chart chart-traffic" aria-label={label}>
      <Readout title={title} readings={readings} isLive={!isFocused} />
      <div
        ref={ref}
        className="chart-stage"
        role="slider"
        tabIndex={0}
        aria-label={`${label} by ${interval}. Arrow keys move through time`}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, buckets.length - 1)}
        aria-valuenow={index ?? Math.max(0, current)}
        aria-valuetext={readAloud(title, readings)}
        {...handlers}
      >
        <TrafficMarks
          {...{ layout, buckets, groups, uptime, annotations, interval, timezone, index }}
          hasComparison={comparison !== undefined}
        />
      </div>
      <Foot picture={props} label={label} buckets={buckets} groups={groups} />
    </figure>
  )
}

interface FootProps {
  picture: TrafficPictureProps
  label: string
  buckets: ReturnType<typeof buildBuckets>
  groups: ReturnType<typeof groupOutages>
}

function Foot({ picture, label, buckets, groups }: FootProps) {
  const { comparison, interval, timezone, uptime = NONE, onOpenOutage } = picture
  const isPartial = buckets.findLast(({ status }) => status !== 'future')?.status === 'partial'
  return (
    <div className="chart-foot">
      <div className="chart-legend" aria-hidden="true">
        <Key className="chart-line" text="visitors" />
        {comparison && <Key className="chart-before" text="before" />}
        {isPartial && <Key className="chart-partial" text="so far" />}
        <StateLegend segments={uptime} />
      </div>
      <DataTable
        caption={`${label} by ${interval}`}
        columns={['Time', 'Visitors', ...(comparison ? ['Previous period'] : []), 'Page views', 'Uptime', 'Outages']}
        rows={() => buckets.map((row) => listCells(row, picture, groups))}
      >
        {groups.length > 0 && <OutageList groups={groups} timezone={timezone} onOpen={onOpenOutage} />}
      </DataTable>
    </div>
  )
}

function Key({ className, text }: { className: string; text: string }) {
  return (
    <span className="chart-key">
      <svg width="16" height="12" aria-hidden="true">
        <line className={className} x1="0" x2="16" y1="6.5" y2="6.5" />
      </svg>
      {text}
    </span>
  )
}

const overlaps = (group: OutageGroup, bucket: Bucket): boolean => group.from < bucket.to && group.to >= bucket.from

function outagesIn(groups: readonly OutageGroup[], bucket: Bucket | undefined): Outage[] {
  return bucket ? groups.filter((group) => overlaps(group, bucket)).flatMap(({ outages }) => outages) : []
}

const nameBucket = ({ from, status }: Bucket, interval: Interval, timezone: string): string =>
  `${formatBucket(from, interval, timezone)}${status === 'partial' ? ' so far' : ''}`

interface Context {
  groups: readonly OutageGroup[]
  uptime: readonly UptimeSegment[]
  annotations: readonly Annotation[]
  hasComparison: boolean
}

function readBucket(bucket: Bucket, { groups, uptime, annotations, hasComparison }: Context): Reading[] {
  const { visitors, pageviews, before, status } = bucket
  const percent = status === 'future' ? null : readUptime(uptime, bucket)
  const outages = outagesIn(groups, bucket)
  const lost = groups.filter((group) => overlaps(group, bucket)).find(({ visitors_lost }) => visitors_lost)
  const notes = annotations.filter(({ at }) => Date.parse(at) >= bucket.from && Date.parse(at) < bucket.to)
  return [
    ...(visitors === null
      ? [{ value: status === 'future' ? 'not yet' : 'no data', tone: 'soft' } as const]
      : [{ value: formatCount(visitors), unit: visitors === 1 ? 'visitor' : 'visitors' }]),
    ...(pageviews === null ? [] : [{ value: formatCount(pageviews), unit: pageviews === 1 ? 'view' : 'views' }]),
    ...(hasComparison && before !== null
      ? [{ value: formatCount(before), unit: 'before', tone: 'soft' } as const]
      : []),
    ...(percent === null ? [] : [{ value: formatUptime(percent), unit: 'up' }]),
    ...(lost?.visitors_lost
      ? [{ value: `−${formatCount(lost.visitors_lost)}`, unit: 'lost', tone: 'down' } as const]
      : outages.length > 0
        ? [{ value: 'down', unit: outages[0]?.label ?? '', tone: 'down' } as const]
        : []),
    ...notes.map(({ text }) => ({ value: text, tone: 'soft' }) as const),
  ]
}

function readPeriod(
  { total, uptime = NONE }: TrafficPictureProps,
  buckets: Bucket[],
  groups: OutageGroup[],
): Reading[] {
  const sums = sumTraffic(buckets, groups, uptime)
  const outages = groups.reduce((sum, group) => sum + group.outages.length, 0)
  return [
    ...(total === undefined ? [] : [{ value: formatCount(total), unit: total === 1 ? 'visitor' : 'visitors' }]),
    { value: formatCount(sums.pageviews), unit: sums.pageviews === 1 ? 'view' : 'views' },
    ...(sums.uptime === null ? [] : [{ value: formatUptime(sums.uptime), unit: 'up' }]),
    ...(outages === 0
      ? []
      : [
          {
            value: sums.lost ? `−${formatCount(sums.lost)}` : countOf(outages, 'outage'),
            unit: sums.lost ? `in ${countOf(outages, 'outage')}` : '',
            tone: 'down',
          } as const,
        ]),
  ]
}

function listCells(bucket: Bucket, props: TrafficPictureProps, groups: readonly OutageGroup[]): string[] {
  const show = (value: number | null): string => (value === null ? '–' : formatCount(value))
  const percent = bucket.status === 'future' ? null : readUptime(props.uptime ?? NONE, bucket)
  return [
    nameBucket(bucket, props.interval, props.timezone),
    show(bucket.visitors),
    ...(props.comparison ? [show(bucket.before)] : []),
    show(bucket.pageviews),
    percent === null ? '–' : formatUptime(percent),
    String(outagesIn(groups, bucket).length || '–'),
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
        const words = `${formatSpan(from, to, timezone)}, ${formatDuration(to - from)}`
        const cost = visitors_lost === null ? '' : `, −${countOf(visitors_lost, 'visitor')}`
        const [outage] = outages
        return (
          <li key={from}>
            {onOpen && outage ? (
              <button type="button" onClick={() => onOpen(outage.id)}>
                {words}
              </button>
            ) : (
              words
            )}
            {cost}
          </li>
        )
      })}
    </ul>
  )
}
