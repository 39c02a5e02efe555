import './charts.css'
import { plural, t } from '@lingui/core/macro'
import { formatCount, formatPercent } from './figures.ts'
import { useWidth } from './use-width.ts'

/** As in the API response. */
interface FunnelStep {
  step: string
  visits: number
  percent_of_first: number | null
  percent_of_previous: number | null
}

interface FunnelProps {
  steps: readonly FunnelStep[]
  label?: string
}

const BAR = 24
const FALL = 28

/** The width shows visits. Between two steps the funnel narrows by the visits that left; the text says how many. */
export function Funnel({ steps, label = t`Funnel` }: FunnelProps) {
  const [ref, width] = useWidth<HTMLDivElement>()
  const maxVisits = Math.max(1, steps[0]?.visits ?? 1)
  const widthOf = (visits: number): number => Math.max(1, (visits / maxVisits) * width)
  return (
    <div className="chart" ref={ref}>
      <ol className="chart-funnel" aria-label={label}>
        {steps.map(({ step, visits, percent_of_first }, index) => {
          const next = steps[index + 1]
          const left = next && visits - next.visits
          return (
            <li key={`${index} ${step}`}>
              <div className="chart-funnel-row">
                <span className="chart-funnel-name">{step}</span>
                <b>{formatCount(visits)}</b>
                <b className="chart-share">{percent_of_first === null ? '–' : formatPercent(percent_of_first)}</b>
              </div>
              <svg className="chart-svg" width={width} height={next ? BAR + FALL : BAR} aria-hidden="true">
                <rect className="chart-funnel-bar" width={widthOf(visits)} height={BAR} />
                {next && (
                  <path
                    className="chart-funnel-fall"
                    d={`M0 ${BAR}H${widthOf(visits)}L${widthOf(next.visits)} ${BAR + FALL}H0Z`}
                  />
                )}
              </svg>
              {next && left !== undefined && (
                <p className="chart-funnel-left">
                  {plural(left, { one: '# visit left', other: '# visits left' })}
                  {next.percent_of_previous !== null && `, ${t`${formatPercent(next.percent_of_previous)} continued`}`}
                </p>
              )}
            </li>
          )
        })}
      </ol>
    </div>
  )
}
