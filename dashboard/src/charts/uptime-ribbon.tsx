import './charts.css'
import { t } from '@lingui/core/macro'
import { formatUptime } from './figures.ts'
import { formatSpan } from './format.ts'
import { DataTable } from './frame.tsx'
import { readUptime, type UptimeSegment } from './intervals.ts'
import { describeUptime, RibbonMarks, STATE_LABELS, StateLegend } from './ribbon-marks.tsx'
import { makeScale } from './scale.ts'
import { useWidth } from './use-width.ts'

interface UptimeRibbonProps {
  /** In order and without gaps, as from buildUptime. */
  segments: readonly UptimeSegment[]
  timezone: string
  label: string
  height?: number
  /** Adds the legend and the table. Without them, it is a line in a list. */
  isDetailed?: boolean
}

export function UptimeRibbon({ segments, timezone, label, height = 24, isDetailed = false }: UptimeRibbonProps) {
  const [ref, width] = useWidth<HTMLDivElement>()
  const [first] = segments
  const last = segments.at(-1)
  const range = { from: first?.from ?? 0, to: last?.to ?? 1 }
  const uptime = readUptime(segments, range)
  const text = `${label}: ${uptime === null ? t`no data` : t`${formatUptime(uptime)} up`}. ${describeUptime(segments)}`
  return (
    <div className="chart" ref={ref}>
      <svg className="chart-svg" role="img" aria-label={text} width={width} height={height}>
        <title>{text}</title>
        <RibbonMarks segments={segments} x={makeScale([range.from, range.to], [0, width])} top={0} height={height} />
      </svg>
      {isDetailed && (
        <div className="chart-foot">
          <div className="chart-legend">
            <StateLegend segments={segments} />
          </div>
          <DataTable
            caption={label}
            columns={[t`Time`, t`State`]}
            rows={() => segments.map(({ from, to, state }) => [formatSpan(from, to, timezone), t(STATE_LABELS[state])])}
          />
        </div>
      )}
    </div>
  )
}
