import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { nameCountry } from '../../charts/index.ts'
import { currentLanguage, perLanguage } from '../../platform/language.ts'
import type { Dimension } from './dimensions.ts'

interface Names {
  /** Name of the tab and of the filter. */
  one: MessageDescriptor
  /** What an empty value means. */
  none: MessageDescriptor
}

const NONE = msg`(none)`

const DIMENSION_NAMES: Record<Dimension, Names> = {
  page: { one: msg`Page`, none: NONE },
  entry: { one: msg`Entry page`, none: NONE },
  exit: { one: msg`Exit page`, none: NONE },
  source: { one: msg`Source`, none: msg`Direct` },
  channel: { one: msg`Channel`, none: NONE },
  referrer: { one: msg`Referrer`, none: msg`None` },
  utm_source: { one: msg`UTM source`, none: msg`None` },
  utm_medium: { one: msg`UTM medium`, none: msg`None` },
  utm_campaign: { one: msg`UTM campaign`, none: msg`None` },
  utm_content: { one: msg`UTM content`, none: msg`None` },
  utm_term: { one: msg`UTM term`, none: msg`None` },
  country: { one: msg`Country`, none: msg`Unknown` },
  language: { one: msg`Language`, none: msg`Unknown` },
  device: { one: msg`Device`, none: msg`Unknown` },
  browser: { one: msg`Browser`, none: msg`Unknown` },
  system: { one: msg`Operating system`, none: msg`Unknown` },
  event: { one: msg`Event`, none: NONE },
  property: { one: msg`Property`, none: NONE },
  goal: { one: msg`Goal`, none: NONE },
}

/** Display names of the values that the server uses. */
const VALUE_NAMES: Readonly<Record<string, Readonly<Record<string, MessageDescriptor>>>> = {
  channel: {
    direct: msg`Direct`,
    organic_search: msg`Organic search`,
    paid_search: msg`Paid search`,
    organic_social: msg`Organic social`,
    paid_social: msg`Paid social`,
    organic_video: msg`Organic video`,
    paid_video: msg`Paid video`,
    organic_shopping: msg`Organic shopping`,
    paid_shopping: msg`Paid shopping`,
    ai_assistant: msg`AI assistant`,
    email: msg`Email`,
    sms: msg`SMS`,
    push: msg`Push`,
    display: msg`Display`,
    affiliate: msg`Affiliate`,
    audio: msg`Audio`,
    referral: msg`Referral`,
    campaign: msg`Campaign`,
  },
  device: {
    desktop: msg`Desktop`,
    mobile: msg`Mobile`,
    tablet: msg`Tablet`,
    tv: msg`TV`,
    other: msg`Other`,
  },
}

const languages = perLanguage((language) => new Intl.DisplayNames(language, { type: 'language', fallback: 'none' }))

function nameLanguage(code: string): string {
  try {
    return languages().of(code) ?? code
  } catch {
    return code
  }
}

/** The display name of a value. */
export function nameValue(dimension: string, value: string): string {
  if (value === '') return t(DIMENSION_NAMES[dimension as Dimension]?.none ?? NONE)
  if (dimension === 'country') return nameCountry(value)
  if (dimension === 'language') return nameLanguage(value)
  const name = VALUE_NAMES[dimension]?.[value]
  return name ? t(name) : value
}

/** Dimensions whose values are codes that have display names. */
const NAMED_DIMENSIONS: readonly string[] = ['country', 'language', 'channel', 'device', 'goal']
export const isNamed = (dimension: string): boolean => NAMED_DIMENSIONS.includes(dimension)

const LETTERS = Array.from({ length: 26 }, (_, index) => String.fromCodePoint(65 + index))
const PAIRS = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
/** Of two codes with the same name, only the current one: FX is an old code that is also named France. */
const isCurrent = (code: string): boolean => new Intl.Locale(`und-${code}`).region === code
/** All codes that have a name. */
const CODES: Readonly<Record<string, () => readonly string[]>> = {
  country: () => PAIRS.filter((code) => nameCountry(code) !== code && isCurrent(code)),
  language: () =>
    PAIRS.map((code) => code.toLowerCase()).filter(
      (code) => nameLanguage(code) !== code && new Intl.Locale(code).language === code,
    ),
}
const codes = new Map<string, ReadonlyMap<string, string>>()

function codesOf(dimension: string): ReadonlyMap<string, string> {
  const key = `${currentLanguage()} ${dimension}`
  let found = codes.get(key)
  if (!found) {
    const all = CODES[dimension]?.() ?? Object.keys(VALUE_NAMES[dimension] ?? {})
    found = new Map(all.map((code) => [nameValue(dimension, code).toLowerCase(), code]))
    codes.set(key, found)
  }
  return found
}

function isNone(dimension: string, lowerCase: string): boolean {
  const none = DIMENSION_NAMES[dimension as Dimension]?.none
  return none !== undefined && t(none).toLowerCase() === lowerCase
}

/**
 * The value of a typed name: "Germany" is DE, "Organic search" is organic_search, "Direct" is no source. Undefined for a country, language
 * or goal that is neither a name nor a code.
 */
export function codeOf(dimension: string, written: string): string | undefined {
  const text = written.trim()
  const lowerCase = text.toLowerCase()
  if (isNone(dimension, lowerCase)) return ''
  const code = codesOf(dimension).get(lowerCase)
  if (code !== undefined) return code
  if (dimension === 'channel' || dimension === 'device') return lowerCase.replaceAll(' ', '_')
  if (dimension === 'country') return /^[a-z]{2}$/.test(lowerCase) ? text.toUpperCase() : undefined
  if (dimension === 'language') return /^[a-z]{2,3}(-[a-z0-9]+)*$/.test(lowerCase) ? text : undefined
  if (dimension === 'goal') return undefined
  return text
}

export function nameDimension(dimension: string): string {
  if (dimension.startsWith('property:')) return dimension.slice('property:'.length)
  const name = DIMENSION_NAMES[dimension as Dimension]?.one
  return name ? t(name) : dimension
}
