import type { MessageDescriptor } from '@lingui/core'
import { perLanguage } from '../language.ts'
import { describeChange, describePoints } from './changes.ts'
import { formatCount, formatDuration, formatPercent } from './figures.ts'

/** Of what sort a figure is: how it is written, drawn and compared. */
export type MeasureKind = 'count' | 'ratio' | 'percent' | 'seconds'

export interface Measure {
  /** "Visitors", "Bounce rate". */
  name: MessageDescriptor
  kind: MeasureKind
  /** Where its kind alone does not say how it is written: an amount has a currency. */
  format?: (value: number) => string
}

const tenths = perLanguage(
  (language) => new Intl.NumberFormat(language, { minimumFractionDigits: 1, useGrouping: false }),
)

export function formatMeasure(kind: MeasureKind, value: number | null | undefined): string {
  if (value === null || value === undefined) return '–'
  if (kind === 'percent') return formatPercent(value)
  if (kind === 'seconds') return formatDuration(value * 1000)
  return kind === 'ratio' ? tenths().format(Number(value.toFixed(1))) : formatCount(value)
}

/** As it is read out: exactly, with its unit. */
export const writeMeasure = ({ kind, format }: Measure, value: number | null | undefined): string =>
  format && typeof value === 'number' ? format(value) : formatMeasure(kind, value)

export const describeMeasureChange = (
  kind: MeasureKind,
  now: number | null,
  before: number | null | undefined,
): string | undefined => (kind === 'percent' ? describePoints(now, before) : describeChange(now, before))
