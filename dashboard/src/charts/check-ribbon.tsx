import './charts.css'
import { plural, t } from '@lingui/core/macro'
import { formatMs } from './figures.ts'
import { formatMoment } from './format.ts'
import { DataTable, describeForScreenReader, type Reading, Readout } from './frame.tsx'
import { drawNotchedBar } from './path.ts'
import { STATE_LABELS } from './ribbon-marks.tsx'
import { useCrosshair } from './use-crosshair.ts'
import { useWidth } from './use-width.ts'

/** The drawn fields of a check in the API. */
interface CheckMark {
  started_at: string
  status: 'up' | 'down' | 'unknown'
  message?: string | null
  timings: { total_ms: number | null }
}

interface CheckRibbonProps {
  /** Oldest first. */
  checks: readonly CheckMark[]
  timezone: string
  label?: string
  height?: number
}

const STRIDE = 9
const GAP = 3

/** Slower checks are taller. Uses the square root, so that one slow response does not make all others look the same. */
function scaleHeights(checks: readonly CheckMark[], height: number): (ms: number) => number {
  const slowest = Math.max(1, ...checks.map(({ timings }) => timings.total_ms ?? 0))
  return (ms) => Math.max(3, Math.sqrt(ms / slowest) * height * 0.8)
}

export function CheckRibbon({ checks, timezone, label = t`Latest checks`, height = 40 }: CheckRibbonProps) {
  const [ref, width] = useWidth<HTMLDivElement>()
  const shown = checks.slice(-Math.max(1, Math.floor((width + GAP) / STRIDE)))
  // The newest check is at the right edge, however many fit.
  const left = width + GAP - shown.length * STRIDE
  const { index, isFocused, slider } = useCrosshair({
    count: shown.length,
    indexAt: (px) => (px < left ? null : Math.min(shown.length - 1, Math.floor((px - left) / STRIDE))),
  })
  const heightOf = scaleHeights(shown, height)
  const check = index === null ? undefined : shown[index]
  const title = check ? formatMoment(Date.parse(check.started_at), timezone) : label
  const readings = check ? readCheck(check) : readAll(shown)
  return (
    <figure className="chart" aria-label={label}>
      <Readout title={title} readings={readings} isLive={!isFocused} />
      <div
        ref={ref}
        {...slider}
        aria-label={t`${label}. Arrow keys move from check to check`}
        aria-valuetext={describeForScreenReader(title, readings)}
      >
        <svg className="chart-svg" width={width} height={height} aria-hidden="true" focusable="false">
          <line className="chart-grid" x1={0} x2={width} y1={height - 0.5} y2={height - 0.5} />
          {shown.map((each, at) => (
            <CheckBar
              key={each.started_at}
              check={each}
              x={left + at * STRIDE}
              height={height}
              barHeight={heightOf(each.timings.total_ms ?? 0)}
              isChosen={at === index}
            />
          ))}
        </svg>
      </div>
      <div className="chart-foot">
        <DataTable
          caption={label}
          columns={[t`Time`, t`Result`, t`Response`]}
          rows={() =>
            shown
              .toReversed()
              .map(({ started_at, status, message, timings }) => [
                formatMoment(Date.parse(started_at), timezone),
                message ? `${t(STATE_LABELS[status])}: ${message}` : t(STATE_LABELS[status]),
                timings.total_ms === null ? '–' : formatMs(timings.total_ms),
              ])
          }
        />
      </div>
    </figure>
  )
}

interface CheckBarProps {
  check: CheckMark
  x: number
  height: number
  barHeight: number
  isChosen: boolean
}

function CheckBar({ check, x, height, barHeight, isChosen }: CheckBarProps) {
  const width = STRIDE - GAP
  return (
    <g>
      {isChosen && (
        <rect className="chart-focus" x={x - GAP / 2} y={-2} width={STRIDE} height={height + 4} data-strong="" />
      )}
      {check.status === 'down' && <path className="chart-state-down" d={drawNotchedBar(x, 0, width, height)} />}
      {check.status === 'up' && (
        <rect className="chart-check-up" x={x} y={height - barHeight} width={width} height={barHeight} rx="0.5" />
      )}
      {check.status === 'unknown' && (
        <rect className="chart-check-unknown" x={x + 0.5} y={height - 8.5} width={width - 1} height={8} />
      )}
    </g>
  )
}

function readCheck({ status, message, timings }: CheckMark): Reading[] {
  return [
    { value: t(STATE_LABELS[status]), ...(status === 'down' && { tone: 'down' as const }) },
    ...(timings.total_ms === null || status !== 'up' ? [] : [{ value: formatMs(timings.total_ms) }]),
    ...(message ? [{ value: message, tone: 'soft' as const }] : []),
  ]
}

function readAll(checks: readonly CheckMark[]): Reading[] {
  const times = checks.flatMap(({ status, timings }) => (status === 'up' && timings.total_ms ? [timings.total_ms] : []))
  const middle = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]
  const down = checks.filter(({ status }) => status === 'down').length
  return [
    { value: String(checks.length), unit: plural(checks.length, { one: 'check', other: 'checks' }) },
    ...(middle === undefined ? [] : [{ value: formatMs(middle), unit: t`median` }]),
    ...(down === 0 ? [] : [{ value: String(down), unit: t`failed`, tone: 'down' as const }]),
  ]
}
