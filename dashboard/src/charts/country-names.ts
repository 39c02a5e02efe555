import { t } from '@lingui/core/macro'
import { perLanguage } from '../platform/language.ts'

const names = perLanguage((language) => new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }))

/** Name of the country; the value itself if it is not a country code, and "Unknown" if it is empty. */
export function nameCountry(code: string): string {
  if (code === '') return t`Unknown`
  return /^[A-Z]{2}$/.test(code) ? (names().of(code) ?? code) : code
}
