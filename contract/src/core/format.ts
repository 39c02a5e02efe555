/**
 * Formats figures for the dashboard, public pages, badges and messages. A figure has one format everywhere, so that two screens never
 * show different values. Does not import a schema, because the dashboard also uses this file.
 */
import type { Language } from './language.ts'

const NONE = '–'

const formats = new Map<string, Intl.NumberFormat>()

function numberFormat(language: Language, min: number, max: number): Intl.NumberFormat {
  const key = `${language} ${min} ${max}`
  const found = formats.get(key)
  if (found) return found
  const format = new Intl.NumberFormat(language, { minimumFractionDigits: min, maximumFractionDigits: max })
  formats.set(key, format)
  return format
}

const withDecimals = (value: number, decimals: number, language: Language): string =>
  numberFormat(language, decimals, decimals).format(value)

/** `1,234`, never shortened. */
export const formatCount = (count: number, language: Language = 'en'): string =>
  numberFormat(language, 0, 0).format(count)

const SUFFIXES = [
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'k'],
] as const

/** Short form for an axis: 950, 1.2k, 3M. */
export function formatShort(value: number, language: Language = 'en'): string {
  const toOneDecimal = (size: number): number => Math.round((value / size) * 10) / 10
  const [size, suffix] = SUFFIXES.find(([each]) => value >= 0.99995 * each) ?? [1, '']
  return size === 1
    ? numberFormat(language, 0, 2).format(Number(value.toPrecision(3)))
    : numberFormat(language, 0, 1).format(toOneDecimal(size)) + suffix
}

const SHORT_FROM = 100_000

/** A headline figure: `1,234`, but `119.9k` for large numbers. Tables and readouts show the exact number. */
export const formatFigure = (count: number, language: Language = 'en'): string =>
  count < SHORT_FROM ? formatCount(count, language) : formatShort(count, language)

/** `1 monitor`, `2 monitors`, `1,234 monitors`. */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`

/**
 * A percentage, such as a bounce rate: one decimal, rounded. A value above 0 is never shown as 0, and a value below 100 never as
 * 100.
 */
export function formatPercent(percent: number | null, language: Language = 'en'): string {
  if (percent === null) return NONE
  if (percent === 0 || percent === 100) return `${percent} %`
  if (percent > 0 && percent < 0.1) return `<${withDecimals(0.1, 1, language)} %`
  const rounded = Math.round(percent * 10) / 10
  return `${withDecimals(percent < 100 ? Math.min(rounded, 99.9) : rounded, 1, language)} %`
}

/** Uptime: two decimals, truncated and not rounded, so that an outage stays visible: 99.999 is 99.99. */
export function formatUptime(percent: number | null, language: Language = 'en'): string {
  if (percent === null) return NONE
  // In floating point, 99.9 * 100 is slightly less than 9990.
  const truncated = Math.floor(percent * 100 + 1e-6) / 100
  return `${truncated === 100 || truncated === 0 ? truncated : withDecimals(truncated, 2, language)} %`
}

/** `4.2 ms`, `18 ms`, `1.25 s`, `12.5 s`. */
export function formatMs(ms: number | null, language: Language = 'en'): string {
  if (ms === null) return NONE
  if (ms < 9.95) return `${numberFormat(language, 0, 1).format(ms)} ms`
  if (Math.round(ms) < 1000) return `${Math.round(ms)} ms`
  return `${withDecimals(ms / 1000, ms < 9995 ? 2 : 1, language)} s`
}

const UNITS = [
  [86_400, 'd'],
  [3600, 'h'],
  [60, 'min'],
  [1, 's'],
] as const

/** The two largest units, truncated: `2 d 4 h`, `3 min 20 s`, `12 s`. */
export function formatDuration(seconds: number | null): string {
  if (seconds === null) return NONE
  const total = Math.max(0, Math.round(seconds))
  const first = UNITS.findIndex(([size]) => total >= size)
  const [[size, name], second] = [UNITS[first] ?? UNITS[3], UNITS[first + 1]]
  const rest = second && first >= 0 ? Math.floor((total % size) / second[0]) : 0
  return `${Math.floor(total / size)} ${name}${rest > 0 && second ? ` ${rest} ${second[1]}` : ''}`
}

/**
 * The change in whole percent. A change of less than one percent is one percent, so that it is never shown as no change. Undefined if
 * there is nothing to compare with.
 */
export function changeOf(now: number | null, before: number | null | undefined): number | undefined {
  if (now === null || before === null || before === undefined || before === 0) return undefined
  const percent = (100 * (now - before)) / before
  return Math.abs(percent) < 1 ? Math.sign(percent) : Math.round(percent)
}

/** `+12 %`, `−3 %`, `±0 %`; undefined if there is nothing to compare with. */
export function formatChange(
  now: number | null,
  before: number | null | undefined,
  language: Language = 'en',
): string | undefined {
  const percent = changeOf(now, before)
  if (percent === undefined) return undefined
  return percent === 0 ? '±0 %' : `${percent > 0 ? '+' : '−'}${formatCount(Math.abs(percent), language)} %`
}

/** The change of a percentage in points: the difference of the displayed values. */
export const pointsOf = (now: number, before: number): number => (Math.round(now * 10) - Math.round(before * 10)) / 10
