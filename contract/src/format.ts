/**
 * How figures are written, everywhere: in the dashboard, on public pages, in badges and in messages. One figure is one text,
 * so that two screens never show different values. Imports no schema: the dashboard takes this file, too.
 */
import type { Language } from './language.ts'

const NONE = '–'

const formats = new Map<string, Intl.NumberFormat>()

function numberFormat(language: Language, min: number, max: number): Intl.NumberFormat {
  const key = `${language} ${min} ${max}`
  const found = formats.get(key)
  if (found) return found
  const made = new Intl.NumberFormat(language, { minimumFractionDigits: min, maximumFractionDigits: max })
  formats.set(key, made)
  return made
}

const withDecimals = (value: number, decimals: number, language: Language): string =>
  numberFormat(language, decimals, decimals).format(value)

/** `1,234`, never shortened. */
export const formatCount = (count: number, language: Language = 'en'): string =>
  numberFormat(language, 0, 0).format(count)

const SHORT = [
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'k'],
] as const

/** For an axis, where there is no room: 950, 1.2k, 3M. */
export function formatShort(value: number, language: Language = 'en'): string {
  const inTens = (size: number): number => Math.round((value / size) * 10) / 10
  const [size, suffix] = SHORT.find(([each]) => value >= 0.99995 * each) ?? [1, '']
  return size === 1
    ? numberFormat(language, 0, 2).format(Number(value.toPrecision(3)))
    : numberFormat(language, 0, 1).format(inTens(size)) + suffix
}

const SHORT_FROM = 100_000

/** A headline figure: `1,234`, and `119.9k` where the exact figure has no room. Tables and read-outs write it exactly. */
export const formatFigure = (count: number, language: Language = 'en'): string =>
  count < SHORT_FROM ? formatCount(count, language) : formatShort(count, language)

/** `1 monitor`, `2 monitors`, `1,234 monitors`. */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`

/**
 * A share of something, such as a bounce rate: one decimal, rounded. What is not nothing is not written as 0, what is not all
 * not as 100.
 */
export function formatPercent(percent: number | null, language: Language = 'en'): string {
  if (percent === null) return NONE
  if (percent === 0 || percent === 100) return `${percent} %`
  if (percent > 0 && percent < 0.1) return `<${withDecimals(0.1, 1, language)} %`
  const rounded = Math.round(percent * 10) / 10
  return `${withDecimals(percent < 100 ? Math.min(rounded, 99.9) : rounded, 1, language)} %`
}

/** Uptime: two decimals, cut and not rounded, so that no outage vanishes: 99.999 is 99.99. */
export function formatUptime(percent: number | null, language: Language = 'en'): string {
  if (percent === null) return NONE
  // What floating point makes of 99.9 * 100 is a hair less than 9990.
  const cut = Math.floor(percent * 100 + 1e-6) / 100
  return `${cut === 100 || cut === 0 ? cut : withDecimals(cut, 2, language)} %`
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

/** The two largest units, cut: `2 d 4 h`, `3 min 20 s`, `12 s`. */
export function formatDuration(seconds: number | null): string {
  if (seconds === null) return NONE
  const total = Math.max(0, Math.round(seconds))
  const first = UNITS.findIndex(([size]) => total >= size)
  const [[size, name], second] = [UNITS[first] ?? UNITS[3], UNITS[first + 1]]
  const rest = second && first >= 0 ? Math.floor((total % size) / second[0]) : 0
  return `${Math.floor(total / size)} ${name}${rest > 0 && second ? ` ${rest} ${second[1]}` : ''}`
}

/**
 * By how many percent it changed, whole; a change that is less than one is one, for it is never told as none. Undefined when
 * there is nothing to compare with.
 */
export function changeOf(now: number | null, before: number | null | undefined): number | undefined {
  if (now === null || before === null || before === undefined || before === 0) return undefined
  const percent = (100 * (now - before)) / before
  return Math.abs(percent) < 1 ? Math.sign(percent) : Math.round(percent)
}

/** `+12 %`, `−3 %`, `±0 %`; undefined when there is nothing to compare with. */
export function formatChange(
  now: number | null,
  before: number | null | undefined,
  language: Language = 'en',
): string | undefined {
  const percent = changeOf(now, before)
  if (percent === undefined) return undefined
  return percent === 0 ? '±0 %' : `${percent > 0 ? '+' : '−'}${formatCount(Math.abs(percent), language)} %`
}

/** By how many points a percentage changed: the difference of what is written. */
export const pointsOf = (now: number, before: number): number => (Math.round(now * 10) - Math.round(before * 10)) / 10
