import type { Interval } from '@sitewatch/contract/zone'
import { plural, t } from '@lingui/core/macro'
import { type ChartEvent, readEvents } from './chart-events.ts'
import { formatCount, formatUptime } from './figures.ts'
import { formatBucket, formatPeriod } from './format.ts'
import type { Reading } from './frame.tsx'
import { readUptime, type Span, type UptimeSegment } from './intervals.ts'
import { describeMeasureChange, type Measure, writeMeasure } from './measure.ts'
import { readClock } from './time-zone.ts'
import { type Bucket, type Outage, type OutageGroup, sumTraffic } from './traffic-geometry.ts'

/** Everything that describes a bucket of the chart. */
export interface ReadingContext {
  measure: Measure
  interval: Interval
  timezone: string
  groups: readonly OutageGroup[]
  uptime: readonly UptimeSegment[]
  events: readonly ChartEvent[]
}

/** Description of a bucket: its value, the value at the same position in the comparison, and outages and events in it. */
export interface BucketReading {
  title: string
  value: string
  before: { title: string; value: string } | null
  /** Undefined until the bucket has ended, because it would be compared with a complete one. */
  change: string | undefined
  extras: Reading[]
}

const overlaps = (group: OutageGroup, bucket: Bucket): boolean => group.from < bucket.to && group.to >= bucket.from

export function outagesIn(groups: readonly OutageGroup[], bucket: Bucket | undefined): Outage[] {
  return bucket ? groups.filter((group) => overlaps(group, bucket)).flatMap(({ outages }) => outages) : []
}

export function nameBucket({ from, status }: Bucket, interval: Interval, timezone: string): string {
  const name = formatBucket(from, interval, timezone)
  return status === 'partial' ? t`${name} so far` : name
}

const BY_INTERVAL: Record<Interval, (figure: string) => string> = {
  minute: (figure) => t`${figure} by minute`,
  hour: (figure) => t`${figure} by hour`,
  day: (figure) => t`${figure} by day`,
  week: (figure) => t`${figure} by week`,
  month: (figure) => t`${figure} by month`,
}

/** "Visitors by day". */
export const nameByInterval = (figure: string, interval: Interval): string => BY_INTERVAL[interval](figure)

/** Includes the year if it differs: otherwise, the same day of the previous year would have the same name. */
function nameBefore(before_from: number, bucket: Bucket, interval: Interval, timezone: string): string {
  const name = formatBucket(before_from, interval, timezone)
  const { year } = readClock(before_from, timezone)
  return year === readClock(bucket.from, timezone).year || name.includes(String(year)) ? name : `${name} ${year}`
}

/** The events in a bucket, for the readout. */
export function describeEvents(events: readonly ChartEvent[], span: Span): Reading[] {
  const { texts, others } = readEvents(events, span)
  return [
    ...texts.map((text) => ({ value: text, tone: 'soft' }) as const),
    ...(others > 0
      ? [{ value: plural(others, { one: 'and # more', other: 'and # more' }), tone: 'soft' } as const]
      : []),
  ]
}

function readOutages(bucket: Bucket, { groups, uptime, events }: ReadingContext): Reading[] {
  const percent = bucket.status === 'future' ? null : readUptime(uptime, bucket)
  const outages = outagesIn(groups, bucket)
  const lost = groups.filter((group) => overlaps(group, bucket)).find(({ visitors_lost }) => visitors_lost)
  return [
    ...(percent === null ? [] : [{ value: formatUptime(percent), unit: t`uptime` }]),
    ...(lost?.visitors_lost
      ? [
          {
            value: `−${formatCount(lost.visitors_lost)}`,
            unit: plural(lost.visitors_lost, { one: 'visitor', other: 'visitors' }),
            tone: 'down',
          } as const,
        ]
      : outages.length > 0
        ? [{ value: t`Down`, unit: outages[0]?.label ?? '', tone: 'down' } as const]
        : []),
    ...describeEvents(events, bucket),
  ]
}

export function readBucket(bucket: Bucket, context: ReadingContext): BucketReading {
  const { measure, interval, timezone } = context
  const { value, before, status } = bucket
  return {
    title: nameBucket(bucket, interval, timezone),
    value: writeMeasure(measure, value),
    before: before && {
      title: nameBefore(before.from, bucket, interval, timezone),
      value: writeMeasure(measure, before.value),
    },
    change: status === 'whole' ? describeMeasureChange(measure.kind, value, before?.value) : undefined,
    extras: readOutages(bucket, context),
  }
}

export const describeBucket = ({ name }: Measure, { title, value, before, change, extras }: BucketReading): string =>
  [
    title,
    `${t(name)} ${value}`,
    ...(before ? [`${before.title} ${before.value}`] : []),
    ...(change === undefined ? [] : [change]),
    ...extras.map(({ value: figure, unit }) => (unit ? `${figure} ${unit}` : figure)),
  ].join(', ')

/** The days of the period, with uptime, outages and lost visitors. */
export function readPeriod(
  buckets: readonly Bucket[],
  { groups, uptime, timezone }: ReadingContext,
  period?: Span,
): { title: string; readings: Reading[] } {
  const sums = sumTraffic(buckets, groups, uptime)
  const outages = groups.reduce((sum, group) => sum + group.outages.length, 0)
  const last = buckets.findLast(({ status }) => status !== 'future')
  const { from, to } = period ?? { from: buckets[0]?.from ?? 0, to: last?.to ?? 0 }
  return {
    title: formatPeriod(from, to, timezone),
    readings: [
      ...(sums.uptime === null ? [] : [{ value: formatUptime(sums.uptime), unit: t`uptime` }]),
      ...(outages === 0
        ? []
        : [
            {
              value: sums.lost
                ? `−${formatCount(sums.lost)}`
                : plural(outages, { one: '# outage', other: '# outages' }),
              unit: sums.lost ? plural(outages, { one: 'visitors in # outage', other: 'visitors in # outages' }) : '',
              tone: 'down',
            } as const,
          ]),
    ],
  }
}
