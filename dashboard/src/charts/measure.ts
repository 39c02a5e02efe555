import type { MessageDescriptor } from '@lingui/core'
import { perLanguage } from '../platform/language.ts'
import { describeChange, describePoints } from './changes.ts'
import { formatCount, formatDuration, formatPercent } from './figures.ts'

/** Decides how a value is written, drawn and compared. */
export type MeasureKind = 'count' | 'ratio' | 'percent' | 'seconds'

export interface Measure {
  /** "Visitors", "Bounce rate". */
  name: MessageDescriptor
  kind: MeasureKind
  /** Overrides the format of the kind, for example for an amount with a currency. */
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

/** The exact value with its unit, for the readout. */
export const writeMeasure = ({ kind, format }: Measure, value: number | null | undefined): string =>
  format && typeof value === 'number' ? format(value) : formatMeasure(kind, value)

export const describeMeasureChange = (
  kind: MeasureKind,
  now: number | null,
  before: number | null | undefined,
): string | undefined => (kind === 'percent' ? describePoints(now, before) : describeChange(now, before))
