import { t } from '@lingui/core/macro'
import { memo } from 'react'
import type { ChartEvent, EventGroup } from './chart-events.ts'

interface EventMarksProps {
  groups: readonly EventGroup[]
  top: number
  /** The line on which the markers are drawn. */
  floor: number
}

/**
 * A line over the whole height, and on the axis a triangle for a deploy, a disc for an annotation, and a number for several events. The markers do
 * not depend on the drawn metric, so they are not rendered again when another metric is chosen.
 */
export const EventMarks = memo(function EventMarks({ groups, top, floor }: EventMarksProps) {
  return (
    <g>
      {groups.map(({ x, events: [first, ...rest] }) => (
        <g key={first.id} className="chart-event">
          <line x1={x} x2={x} y1={top} y2={floor} />
          {rest.length > 0 ? (
            <>
              <rect x={x - 8} y={floor - 14} width="16" height="14" rx="2" />
              <text x={x} y={floor - 3} textAnchor="middle">
                {rest.length > 98 ? '99' : rest.length + 1}
              </text>
            </>
          ) : first.kind === 'deploy' ? (
            <path d={`M${x} ${floor - 11}l6 11h-12z`} />
          ) : (
            <circle cx={x} cy={floor - 5} r="5" />
          )}
        </g>
      ))}
    </g>
  )
})

/** The same shapes, for the legend and for lists. */
export function EventSwatch({ kind }: Pick<ChartEvent, 'kind'>) {
  return (
    <svg width="12" height="12" aria-hidden="true" className="chart-event inline-block flex-none">
      {kind === 'deploy' ? <path d="M6 0l6 11h-12z" /> : <circle cx="6" cy="6" r="5" />}
    </svg>
  )
}

export function EventLegend({ events }: { events: readonly ChartEvent[] }) {
  const kinds = (['deploy', 'annotation'] as const).filter((kind) => events.some((event) => event.kind === kind))
  return kinds.map((kind) => (
    <span key={kind} className="chart-key">
      <EventSwatch kind={kind} />
      {kind === 'deploy' ? t`Deploy` : t`Annotation`}
    </span>
  ))
}
