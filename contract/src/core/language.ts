/** The supported languages. Has no imports, because the dashboard also uses this file. */
export const LANGUAGES = ['en', 'de'] as const
export type Language = (typeof LANGUAGES)[number]

/** The name of each language in that language, for people who cannot read the current one. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' }

/** For Intl: English dates put the day first, as everywhere outside the United States. */
export const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE' }

/** The first supported language of the preferred ones, such as `['de-AT', 'en']`; English if there is none. */
export function pickLanguage(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    const [primary = ''] = tag.toLowerCase().split('-')
    const language = LANGUAGES.find((known) => known === primary)
    if (language) return language
  }
  return 'en'
}
