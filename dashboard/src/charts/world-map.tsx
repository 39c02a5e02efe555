import './charts.css'
import { plural, t } from '@lingui/core/macro'
import { useEffect, useState } from 'react'
import { nameCountry } from './country-names.ts'
import { formatCount, formatPercent } from './figures.ts'
import { DataTable, Readout, type Reading } from './frame.tsx'
import type { WorldShapes } from './map-shapes.ts'
import { findStep, STEPS } from './map-steps.ts'

interface CountryRow {
  /** Two letters; empty if unknown. */
  value: string
  visitors: number
}

interface WorldMapProps {
  rows: readonly CountryRow[]
  chosen?: string | null
  onChoose?: (code: string) => void
  label?: string
}

/** Atlas and projection are 40 kB, so they are loaded when a map is first shown. */
function useShapes(): WorldShapes | 'failed' | undefined {
  const [shapes, setShapes] = useState<WorldShapes | 'failed'>()
  useEffect(() => {
    let isUnmounted = false
    import('./map-shapes.ts').then(
      ({ makeShapes }) => !isUnmounted && setShapes(makeShapes()),
      () => !isUnmounted && setShapes('failed'),
    )
    return () => {
      isUnmounted = true
    }
  }, [])
  return shapes
}

export function WorldMap({ rows, chosen = null, onChoose, label = t`Visitors by country` }: WorldMapProps) {
  const shapes = useShapes()
  const [hovered, setHovered] = useState<string | null>(null)
  const counts = new Map(rows.map(({ value, visitors }) => [value, visitors]))
  const total = rows.reduce((sum, { visitors }) => sum + visitors, 0)
  const max = Math.max(0, ...rows.filter(({ value }) => value !== '').map(({ visitors }) => visitors))
  const readings = hovered === null ? readAll(counts) : readCountry(counts.get(hovered) ?? 0, total)
  return (
    <figure className="chart" aria-label={label}>
      <Readout title={hovered === null ? label : nameCountry(hovered)} readings={readings} isLive />
      <div className="chart-map" onPointerLeave={() => setHovered(null)}>
        {shapes === 'failed' && (
          <p className="chart-empty">{t`The map could not be loaded. The table has its figures.`}</p>
        )}
        {typeof shapes === 'object' && (
          <Shapes {...{ shapes, counts, max, chosen, hovered, onChoose }} onHover={setHovered} label={label} />
        )}
      </div>
      <div className="chart-foot">
        <div className="chart-legend" aria-hidden="true">
          <span className="chart-key">
            1
            <svg width={STEPS * 16} height="12">
              {Array.from({ length: STEPS }, (_, step) => (
                <rect key={step} className="chart-land" data-step={step + 1} x={step * 16} width="16" height="12" />
              ))}
            </svg>
            {formatCount(max)}
          </span>
        </div>
        <DataTable
          caption={label}
          columns={[t`Country`, t`Visitors`, t`Share`]}
          rows={() =>
            rows.map(({ value, visitors }) => [
              onChoose ? (
                <button key={value} type="button" className="chart-toggle" onClick={() => onChoose(value)}>
                  {nameCountry(value)}
                </button>
              ) : (
                nameCountry(value)
              ),
              formatCount(visitors),
              formatPercent(total === 0 ? 0 : (100 * visitors) / total),
            ])
          }
        />
      </div>
    </figure>
  )
}

interface ShapesProps {
  shapes: WorldShapes
  counts: ReadonlyMap<string, number>
  max: number
  chosen: string | null
  hovered: string | null
  onHover(code: string | null): void
  onChoose: ((code: string) => void) | undefined
  label: string
}

/** For the pointer. Keyboard and screen reader users have the table, which is shorter than 170 tab stops. */
function Shapes({ shapes, counts, max, chosen, hovered, onHover, onChoose, label }: ShapesProps) {
  const marks = (code: string | undefined) => {
    const visitors = code === undefined ? 0 : (counts.get(code) ?? 0)
    return {
      className: 'chart-land',
      'data-step': findStep(visitors, max),
      'data-chosen': (code !== undefined && code === chosen) || undefined,
      'data-hovered': (code !== undefined && code === hovered) || undefined,
      onPointerEnter: () => onHover(code ?? null),
      ...(code !== undefined && visitors > 0 && onChoose && { onClick: () => onChoose(code) }),
    }
  }
  return (
    <svg
      className="chart-svg"
      role="img"
      aria-label={t`${label}: map`}
      viewBox={`0 0 ${shapes.width} ${shapes.height}`}
      width="100%"
    >
      {shapes.countries.map(({ code, name, d }) => (
        <path key={name} d={d} {...marks(code)} />
      ))}
      {shapes.dots
        .filter(({ code }) => counts.has(code))
        .map(({ code, x, y }) => (
          <circle key={code} cx={x} cy={y} r="4" {...marks(code)} />
        ))}
    </svg>
  )
}

function readAll(counts: ReadonlyMap<string, number>): Reading[] {
  const known = [...counts.keys()].filter((code) => code !== '').length
  return [{ value: plural(known, { one: '# country', other: '# countries' }) }]
}

const readCountry = (visitors: number, total: number): Reading[] => [
  { value: formatCount(visitors), unit: plural(visitors, { one: 'visitor', other: 'visitors' }) },
  ...(visitors === 0 || total === 0 ? [] : [{ value: formatPercent((100 * visitors) / total) }]),
]
