import { perLanguage } from '../platform/language.ts'
import { formatShort } from './figures.ts'
import type { MeasureKind } from './measure.ts'
import { listTicks, type Ticks } from './scale.ts'

const decimals = perLanguage((language) => new Intl.NumberFormat(language, { useGrouping: false }))

function formatSecondsTick(seconds: number): string {
  if (seconds < 60) return `${seconds} s`
  const write = (count: number): string => decimals().format(Number(count.toFixed(1)))
  return seconds < 3600 ? `${write(seconds / 60)} min` : `${write(seconds / 3600)} h`
}

export function formatTick(kind: MeasureKind, value: number): string {
  if (kind === 'percent') return `${decimals().format(value)} %`
  return kind === 'seconds' ? formatSecondsTick(value) : formatShort(value)
}

const SECOND_STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 21_600]

/** Round steps in the unit of the measure: quarters for percentages, half minutes for times. */
export function listMeasureTicks(kind: MeasureKind, max: number, count: number): Ticks {
  if (kind === 'percent' && max > 50) return { values: [0, 25, 50, 75, 100], max: 100 }
  const step = kind === 'seconds' ? SECOND_STEPS.find((each) => each >= max / count) : undefined
  if (step === undefined) return listTicks(max, count, { wholeSteps: kind === 'count' })
  const values = Array.from({ length: Math.max(1, Math.ceil(max / step)) + 1 }, (_, index) => index * step)
  return { values, max: values.at(-1) ?? step }
}
