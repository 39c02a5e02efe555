import { nameCountry } from '../../charts/index.ts'
import type { Dimension } from './dimensions.ts'

interface Names {
  /** Of a tab and of a filter. */
  one: string
  /** What an empty value means. */
  none: string
}

export const DIMENSION_NAMES: Record<Dimension, Names> = {
  page: { one: 'Page', none: '(none)' },
  entry: { one: 'Entry page', none: '(none)' },
  exit: { one: 'Exit page', none: '(none)' },
  source: { one: 'Source', none: 'Direct' },
  channel: { one: 'Channel', none: '(none)' },
  referrer: { one: 'Referrer', none: 'None' },
  utm_source: { one: 'UTM source', none: 'None' },
  utm_medium: { one: 'UTM medium', none: 'None' },
  utm_campaign: { one: 'UTM campaign', none: 'None' },
  utm_content: { one: 'UTM content', none: 'None' },
  utm_term: { one: 'UTM term', none: 'None' },
  country: { one: 'Country', none: 'Unknown' },
  language: { one: 'Language', none: 'Unknown' },
  device: { one: 'Device', none: 'Unknown' },
  browser: { one: 'Browser', none: 'Unknown' },
  system: { one: 'Operating system', none: 'Unknown' },
  event: { one: 'Event', none: '(none)' },
  property: { one: 'Property', none: '(none)' },
  goal: { one: 'Goal', none: '(none)' },
}

const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })

function nameLanguage(code: string): string {
  try {
    return languages.of(code) ?? code
  } catch {
    return code
  }
}

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1).replaceAll('_', ' ')

/** A value as a person would say it. */
export function nameValue(dimension: string, value: string): string {
  if (value === '') return DIMENSION_NAMES[dimension as Dimension]?.none ?? '(none)'
  if (dimension === 'country') return nameCountry(value)
  if (dimension === 'language') return nameLanguage(value)
  return dimension === 'channel' || dimension === 'device' ? capitalise(value) : value
}

/** Their values are codes; people read and write names. */
const NAMED: readonly string[] = ['country', 'language', 'channel', 'device', 'goal']
export const isNamed = (dimension: string): boolean => NAMED.includes(dimension)

const LETTERS = Array.from({ length: 26 }, (_, index) => String.fromCodePoint(65 + index))
const PAIRS = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
/** Of two codes with one name the one in use: FX was part of France once, and is called that too. */
const isCurrent = (code: string): boolean => new Intl.Locale(`und-${code}`).region === code
/** Every code that has a name of its own. */
const CODES: Readonly<Record<string, () => readonly string[]>> = {
  country: () => PAIRS.filter((code) => nameCountry(code) !== code && isCurrent(code)),
  language: () =>
    PAIRS.map((code) => code.toLowerCase()).filter(
      (code) => nameLanguage(code) !== code && new Intl.Locale(code).language === code,
    ),
}
const codes = new Map<string, ReadonlyMap<string, string>>()

function codesOf(dimension: string): ReadonlyMap<string, string> {
  let found = codes.get(dimension)
  if (!found) {
    const all = CODES[dimension]?.() ?? []
    found = new Map(all.map((code) => [nameValue(dimension, code).toLowerCase(), code]))
    codes.set(dimension, found)
  }
  return found
}

/**
 * The value that is meant by what a person wrote: "Germany" is DE, "Organic search" organic_search, "Direct" no source.
 * Undefined when it is neither a name nor a code.
 */
export function codeOf(dimension: string, written: string): string | undefined {
  const text = written.trim()
  const wanted = text.toLowerCase()
  if (wanted === DIMENSION_NAMES[dimension as Dimension]?.none.toLowerCase()) return ''
  if (dimension === 'channel' || dimension === 'device') return wanted.replaceAll(' ', '_')
  const code = codesOf(dimension).get(wanted)
  if (code !== undefined) return code
  if (dimension === 'country') return /^[a-z]{2}$/.test(wanted) ? text.toUpperCase() : undefined
  if (dimension === 'language') return /^[a-z]{2,3}(-[a-z0-9]+)*$/.test(wanted) ? text : undefined
  if (dimension === 'goal') return undefined
  return text
}

export function nameDimension(dimension: string): string {
  if (dimension.startsWith('property:')) return dimension.slice('property:'.length)
  return DIMENSION_NAMES[dimension as Dimension]?.one ?? dimension
}
