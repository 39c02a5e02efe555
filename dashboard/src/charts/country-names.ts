import { t } from '@lingui/core/macro'
import { perLanguage } from '../language.ts'

const names = perLanguage((language) => new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }))

/** In words; the code itself where it is none, and "Unknown" for an empty one. */
export function nameCountry(code: string): string {
  if (code === '') return t`Unknown`
  return /^[A-Z]{2}$/.test(code) ? (names().of(code) ?? code) : code
}
