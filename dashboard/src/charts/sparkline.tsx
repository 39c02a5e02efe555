import './charts.css'
import { drawBand, drawLine } from './path.ts'
import { makeScale } from './scale.ts'

interface SparklineProps {
  /** Null is a gap. */
  values: readonly (number | null)[]
  /** Describes the chart with its figures, because it has no axis. */
  label: string
  width?: number
  height?: number
}

/** The scale starts at zero, so that the shapes of two sparklines can be compared. */
export function Sparkline({ values, label, width = 120, height = 28 }: SparklineProps) {
  const max = Math.max(1, ...values.map((value) => value ?? 0))
  const x = makeScale([0, Math.max(1, values.length - 1)], [1, width - 1])
  const y = makeScale([0, max], [height - 1, 2])
  const points = values.map((value, index) => ({ x: x(index), y: value === null ? null : y(value) }))
  return (
    <svg
      className="chart chart-svg"
      role="img"
      aria-label={label}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
    >
      <title>{label}</title>
      <path
        className="chart-spark-area"
        d={drawBand(points.map(({ x: px, y: high }) => ({ x: px, low: high === null ? null : height - 1, high })))}
      />
      <path className="chart-spark-line" d={drawLine(points)} />
    </svg>
  )
}
