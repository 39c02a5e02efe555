import { t } from '@lingui/core/macro'
import type { Measure } from './measure.ts'
import type { BucketReading } from './traffic-readings.ts'
import { type Layout, NARROW } from './traffic-marks.tsx'

interface TrafficTipProps {
  layout: Layout
  /** Position of the crosshair. */
  x: number
  measure: Measure
  reading: BucketReading
}

/**
 * Tooltip beside the crosshair: both values with their dates, and the change. If there is no room beside it, it covers the line above
 * the chart. Hidden from screen readers, because the value of the chart announces the same.
 */
export function TrafficTip({ layout: { width, top }, x, measure, reading }: TrafficTipProps) {
  const { title, value, before, change, extras } = reading
  const isNarrow = width < NARROW
  const place = x < width / 2 ? { left: x + 12 } : { right: width - x + 12 }
  return (
    <div
      className="chart-tip"
      aria-hidden="true"
      data-narrow={isNarrow || undefined}
      style={isNarrow ? {} : { top, ...place }}
    >
      <p className="chart-tip-head">
        <span>{t(measure.name)}</span>
        {change !== undefined && <b>{change}</b>}
      </p>
      <TipRow className="chart-line" title={title} value={value} />
      {before && <TipRow className="chart-before" title={before.title} value={before.value} />}
      {extras.length > 0 && (
        <p className="chart-tip-others">
          {extras.map(({ value: figure, unit, tone }) => (
            <span key={`${unit}${figure}`} className="chart-reading" data-tone={tone}>
              <b>{figure}</b>
              {unit && ` ${unit}`}
            </span>
          ))}
        </p>
      )}
    </div>
  )
}

function TipRow({ className, title, value }: { className: string; title: string; value: string }) {
  return (
    <p className="chart-tip-row">
      <Swatch className={className} />
      <span>{title}</span>
      <b>{value}</b>
    </p>
  )
}

/** A piece of a line in the style of the chart. */
export function Swatch({ className }: { className: string }) {
  return (
    <svg width="16" height="12" aria-hidden="true">
      <line className={className} x1="0" x2="16" y1="6.5" y2="6.5" />
    </svg>
  )
}
