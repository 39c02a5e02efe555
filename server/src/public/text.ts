const LONGEST = 300

// Controls, and what turns the direction of writing: with it, "/gpj.exe" reads as another name.
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const UNSEEN = /[\u0000-\u001F\u007F-\u009F\u061C\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/g

/** Whatever a visitor's browser sent, as text that shows what it is and fits into memory and a line. */
export function cleanText(text: string): string {
  const cut = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
  return cut.replaceAll(UNSEEN, '\u{FFFD}').toWellFormed()
}

/** Without query and fragment, in which people's names, addresses and tokens travel. */
export const cutQuery = (path: string): string => /^[^?#]*/.exec(path)?.[0] ?? ''

const whole = new Intl.NumberFormat('en')

export const writeCount = (count: number): string => whole.format(count)

export const writePercent = (percent: number | null): string => (percent === null ? '–' : `${percent.toFixed(0)} %`)

/** Uptime never rounds up to 100. */
export function writeUptime(percent: number | null): string {
  if (percent === null) return '–'
  return percent === 100 ? '100 %' : `${Math.min(percent, 99.99).toFixed(2)} %`
}

export function writeDuration(seconds: number | null): string {
  if (seconds === null) return '–'
  const rounded = Math.round(seconds)
  if (rounded < 60) return `${rounded} s`
  const minutes = Math.round(rounded / 60)
  if (minutes < 60) return rounded < 600 ? `${Math.floor(rounded / 60)} min ${rounded % 60} s` : `${minutes} min`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.round(hours / 24)} days`
}

/** How much more or less; empty when there was nothing before. */
export function writeChange(now: number | null, before: number | null): string {
  if (now === null || before === null || before === 0) return ''
  const percent = Math.round(((now - before) / before) * 100)
  if (percent === 0) return '± 0 %'
  return `${percent > 0 ? '+' : '−'}${writeCount(Math.abs(percent))} %`
}

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

export function nameCountry(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (regions.of(code) ?? code) : code
}
