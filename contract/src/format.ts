/**
 * How figures are written, everywhere: in the dashboard, on public pages, in badges and in messages. One figure is one text,
 * so whoever compares two screens sees one value. Imports nothing: the dashboard takes this file and no other of the contract.
 */
const NONE = '–'

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

/** `1,234`, never shortened. */
export const formatCount = (count: number): string => whole.format(count)

/** For an axis, where there is no room: 950, 1.2k, 3M. */
export const formatShort = (value: number): string =>
  value < 1000 ? String(Number(value.toPrecision(3))) : compact.format(value).replace('K', 'k')

/** `1 monitor`, `2 monitors`, `1,234 monitors`. */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`

/**
 * A share of something, such as a bounce rate: one decimal, rounded. What is not nothing is not written as 0, what is not all
 * not as 100.
 */
export function formatPercent(percent: number | null): string {
  if (percent === null) return NONE
  if (percent === 0 || percent === 100) return `${percent} %`
  if (percent > 0 && percent < 0.1) return '<0.1 %'
  const rounded = Math.round(percent * 10) / 10
  return `${(percent < 100 ? Math.min(rounded, 99.9) : rounded).toFixed(1)} %`
}

/** Uptime: two decimals, cut and not rounded, so that no outage vanishes: 99.999 is 99.99. */
export function formatUptime(percent: number | null): string {
  if (percent === null) return NONE
  // What floating point makes of 99.9 * 100 is a hair less than 9990.
  const cut = Math.floor(percent * 100 + 1e-6) / 100
  return `${cut === 100 || cut === 0 ? cut : cut.toFixed(2)} %`
}

/** `4.2 ms`, `18 ms`, `1.25 s`, `12.5 s`. */
export function formatMs(ms: number | null): string {
  if (ms === null) return NONE
  if (ms < 9.95) return `${Number(ms.toFixed(1))} ms`
  if (Math.round(ms) < 1000) return `${Math.round(ms)} ms`
  return `${(ms / 1000).toFixed(ms < 9995 ? 2 : 1)} s`
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
export function formatChange(now: number | null, before: number | null | undefined): string | undefined {
  const percent = changeOf(now, before)
  if (percent === undefined) return undefined
  return percent === 0 ? '±0 %' : `${percent > 0 ? '+' : '−'}${formatCount(Math.abs(percent))} %`
}

/** By how many points a percentage changed: the difference of what is written. */
export const pointsOf = (now: number, before: number): number => (Math.round(now * 10) - Math.round(before * 10)) / 10
