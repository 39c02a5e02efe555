import './charts.css'
import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { formatCount, formatMs } from './figures.ts'
import { judgeVital, placeVital, type Verdict, type VitalName, VITALS } from './vital-limits.ts'

interface VitalsProps {
  /** As in the API response. */
  vitals: Readonly<Record<VitalName, { p75: number | null; samples: number }>>
}

const show = (name: VitalName, value: number): string => (name === 'cls' ? value.toFixed(2) : formatMs(value))

const VERDICT_LABELS: Record<Verdict, MessageDescriptor> = {
  good: msg`good`,
  fair: msg`needs improvement`,
  poor: msg`poor`,
}

/** The 75th percentile compared with the limits of web.dev. Red means down, so a poor rating has a shape instead. */
export function Vitals({ vitals }: VitalsProps) {
  return (
    <div className="chart">
      <table className="chart-vitals">
        <thead>
          <tr>
            <th scope="col">{t`Metric`}</th>
            <th scope="col">
              <span className="chart-hidden">{t`Rating`}</span>
            </th>
            <th scope="col">p75</th>
            <th scope="col">{t`Views`}</th>
          </tr>
        </thead>
        <tbody>
          {VITALS.map(({ name, title, good, poor }) => {
            const { p75, samples } = vitals[name]
            const verdict = p75 === null ? null : judgeVital(name, p75)
            return (
              <tr key={name}>
                <th scope="row">
                  <abbr title={t(title)}>{name.replace('_ms', '').toUpperCase()}</abbr>
                </th>
                <td className="chart-vital-scale">
                  <Gauge name={name} p75={p75} />
                  <span className="chart-vital-limits" aria-hidden="true">
                    <span style={{ left: `${placeVital(name, good)}%` }}>{show(name, good)}</span>
                    <span style={{ left: `${placeVital(name, poor)}%` }}>{show(name, poor)}</span>
                  </span>
                </td>
                <td>
                  {p75 === null ? '–' : show(name, p75)}
                  <span className="chart-verdict" data-verdict={verdict}>
                    {verdict === null ? t`no data` : t(VERDICT_LABELS[verdict])}
                  </span>
                </td>
                <td className="chart-share">{formatCount(samples)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function Gauge({ name, p75 }: { name: VitalName; p75: number | null }) {
  const { good, poor } = VITALS.find((vital) => vital.name === name) ?? { good: 1, poor: 2 }
  const [first, second] = [placeVital(name, good), placeVital(name, poor)]
  return (
    <span className="chart-gauge" aria-hidden="true">
      <span className="chart-gauge-good" style={{ width: `${first}%` }} />
      <span className="chart-gauge-fair" style={{ left: `${first}%`, width: `${second - first}%` }} />
      <span className="chart-gauge-poor" style={{ left: `${second}%`, width: `${100 - second}%` }} />
      {p75 !== null && <span className="chart-gauge-mark" style={{ left: `${placeVital(name, p75)}%` }} />}
    </span>
  )
}
