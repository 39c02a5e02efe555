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
  system: { one: 'System', none: 'Unknown' },
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

export function nameDimension(dimension: string): string {
  if (dimension.startsWith('property:')) return dimension.slice('property:'.length)
  return DIMENSION_NAMES[dimension as Dimension]?.one ?? dimension
}
