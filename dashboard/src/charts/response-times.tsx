import './charts.css'
import type { MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import { useState } from 'react'
import { CHAR_PX } from './axes.tsx'
import { type ChartEvent, groupEvents } from './chart-events.ts'
import { EventLegend } from './event-marks.tsx'
import { formatMs } from './figures.ts'
import { formatMoment, formatSpan } from './format.ts'
import { DataTable, describeForScreenReader, type Reading, Readout } from './frame.tsx'
import { LineKey } from './line-key.tsx'
import {
  fillBuckets,
  findTop,
  intervalOf,
  type Phase,
  PHASES,
  type ResponseBucket,
  type ResponsePoint,
} from './response-geometry.ts'
import { ResponseMarks } from './response-marks.tsx'
import { listTicks, makeScale } from './scale.ts'
import { describeEvents } from './traffic-readings.ts'
import { useCrosshair } from './use-crosshair.ts'
import { useWidth } from './use-width.ts'

interface ResponseTimesProps {
  points: readonly ResponsePoint[]
  /** As in the API response. */
  window_start: string
  window_end: string
  bucket_seconds: number
  timezone: string
  /** A monitor is slow above this response time. */
  slow_ms?: number | null
  events?: readonly ChartEvent[]
  label?: string
}

const PHASE_NAMES: Record<Phase, MessageDescriptor> = {
  dns: msg`name`,
  connect: msg`connect`,
  tls: msg`TLS`,
  first_byte: msg`first byte`,
}

const NONE: readonly never[] = []
const TOP = 8
const FLOOR = 176

export function ResponseTimes(props: ResponseTimesProps) {
  const { points, window_start, window_end, bucket_seconds, timezone, slow_ms = null } = props
  const { events = NONE, label = t`Response time` } = props
  const [ref, width] = useWidth<HTMLDivElement>()
  const [hasPhases, setPhases] = useState(false)
  const bucket_ms = bucket_seconds * 1000
  const range = { from: Date.parse(window_start), to: Date.parse(window_end) }
  const buckets = fillBuckets(points, { ...range, bucket_ms })
  const ticks = listTicks(findTop(buckets, slow_ms), 4)
  const left = Math.max(...ticks.values.map((value) => formatMs(value).length)) * CHAR_PX + 10
  const x = makeScale([range.from, range.to], [left, width - 1])
  const y = makeScale([0, ticks.max], [FLOOR, TOP])
  const { index, isFocused, slider } = useCrosshair({
    count: buckets.length,
    indexAt: (px) =>
      px < left - 4
        ? null
        : Math.min(buckets.length - 1, Math.max(0, Math.floor((x.invert(px) - range.from) / bucket_ms))),
  })
  const bucket = index === null ? undefined : buckets[index]
  const title = bucket ? formatSpan(bucket.at, bucket.at + bucket_ms, timezone) : label
  const readings = bucket
    ? [...readBucket(bucket, hasPhases), ...describeEvents(events, { from: bucket.at, to: bucket.at + bucket_ms })]
    : readWindow(points)
  return (
    <figure className="chart" aria-label={label}>
      <Readout title={title} readings={readings} isLive={!isFocused} />
      <div
        ref={ref}
        {...slider}
        aria-label={t`${label}. Arrow keys move through time`}
        aria-valuetext={describeForScreenReader(title, readings)}
      >
        <ResponseMarks
          {...{ buckets, range, bucket_ms, timezone, hasPhases, index, width, left, x, y, slow_ms }}
          marks={groupEvents(events, { x, left, right: width })}
          ticks={ticks.values}
          interval={intervalOf(bucket_ms)}
          floor={FLOOR}
          top={TOP}
        />
      </div>
      <Foot {...{ buckets, slow_ms, events, timezone, label, hasPhases, setPhases }} />
    </figure>
  )
}

interface FootProps extends Required<Pick<ResponseTimesProps, 'slow_ms' | 'events' | 'timezone' | 'label'>> {
  buckets: readonly ResponseBucket[]
  hasPhases: boolean
  setPhases: (hasPhases: boolean) => void
}

function Foot({ buckets, slow_ms, events, timezone, label, hasPhases, setPhases }: FootProps) {
  return (
    <div className="chart-foot">
      <Legend hasPhases={hasPhases} slow_ms={slow_ms} events={events} />
      <button type="button" className="chart-toggle" aria-pressed={hasPhases} onClick={() => setPhases(!hasPhases)}>
        {t`Phases`}
      </button>
      <DataTable
        caption={label}
        columns={[t`Time`, 'p50', 'p95', ...PHASES.map((phase) => t(PHASE_NAMES[phase])), t`Failed`]}
        rows={() => buckets.filter(({ point }) => point !== null).map((row) => listCells(row, timezone))}
      >
        {events.length > 0 && (
          <ul className="chart-outages">
            {events.map(({ id, at, text }) => (
              <li key={id}>
                {formatMoment(Date.parse(at), timezone)}, {text}
              </li>
            ))}
          </ul>
        )}
      </DataTable>
    </div>
  )
}

type LegendProps = Pick<FootProps, 'hasPhases' | 'slow_ms' | 'events'>

function Legend({ hasPhases, slow_ms, events }: LegendProps) {
  return (
    <div className="chart-legend">
      <LineKey className="chart-p50" text="p50" />
      <LineKey className="chart-p95" text="p95" />
      {slow_ms !== null && <LineKey className="chart-slow-limit" text={t`Slow above ${formatMs(slow_ms)}`} />}
      {hasPhases && PHASES.map((phase) => <PhaseKey key={phase} phase={phase} />)}
      <EventLegend events={events} />
    </div>
  )
}

function PhaseKey({ phase }: { phase: Phase }) {
  return (
    <span className="chart-key">
      <svg width="12" height="12" aria-hidden="true">
        <rect className="chart-phase" data-phase={phase} width="12" height="12" />
      </svg>
      {t(PHASE_NAMES[phase])}
    </span>
  )
}

function readBucket({ point }: ResponseBucket, hasPhases: boolean): Reading[] {
  if (!point) return [{ value: t`no checks`, tone: 'soft' }]
  const phases = PHASES.flatMap((phase): Reading[] => {
    const quantiles = point[phase]
    return quantiles && quantiles.p50_ms > 0 ? [{ value: formatMs(quantiles.p50_ms), unit: t(PHASE_NAMES[phase]) }] : []
  })
  return [
    ...(point.total
      ? [
          { value: formatMs(point.total.p50_ms), unit: 'p50' },
          { value: formatMs(point.total.p95_ms), unit: 'p95' },
        ]
      : []),
    ...(hasPhases ? phases : []),
    ...(point.down > 0 ? [{ value: String(point.down), unit: t`failed`, tone: 'down' as const }] : []),
  ]
}

function readWindow(points: readonly ResponsePoint[]): Reading[] {
  const medians = points.flatMap(({ total }) => (total ? [total.p50_ms] : [])).toSorted((a, b) => a - b)
  const middle = medians[Math.floor(medians.length / 2)]
  const failed = points.reduce((sum, { down }) => sum + down, 0)
  const checks = points.reduce((sum, { up, down, unknown }) => sum + up + down + unknown, 0)
  return [
    ...(middle === undefined ? [] : [{ value: formatMs(middle), unit: t`median` }]),
    { value: plural(checks, { one: '# check', other: '# checks' }) },
    ...(failed === 0 ? [] : [{ value: String(failed), unit: t`failed`, tone: 'down' as const }]),
  ]
}

function listCells({ at, point }: ResponseBucket, timezone: string): string[] {
  const show = (ms: number | undefined): string => (ms === undefined ? '–' : formatMs(ms))
  return [
    formatMoment(at, timezone),
    show(point?.total?.p50_ms),
    show(point?.total?.p95_ms),
    ...PHASES.map((phase) => show(point?.[phase]?.p50_ms)),
    String(point?.down || '–'),
  ]
}
