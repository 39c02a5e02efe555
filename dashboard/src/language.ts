import { type Language, pickLanguage } from '@sitewatch/contract/language'
import { i18n, type Messages } from '@lingui/core'

/** English stands in the code; every other language is a file of its own, loaded only by those who read it. */
const CATALOGUES: Record<Exclude<Language, 'en'>, () => Promise<{ messages: Messages }>> = {
  de: () => import('../locales/de/messages.po'),
}

const STORED = 'sitewatch.language'

function readStored(): string[] {
  try {
    const stored = localStorage.getItem(STORED)
    return stored === null ? [] : [stored]
  } catch {
    return []
  }
}

/** The account's choice is kept here as well: the next visit begins in it, before anybody is signed in. */
export function storeLanguage(choice: Language | null): void {
  try {
    if (choice === null) localStorage.removeItem(STORED)
    else localStorage.setItem(STORED, choice)
  } catch {
    document.documentElement.dataset['storage'] = 'none'
  }
}

async function activate(language: Language): Promise<void> {
  // A language that cannot be loaded is no reason for an empty page.
  const loaded = language === 'en' ? undefined : await CATALOGUES[language]().catch(() => undefined)
  const shown = loaded ? language : 'en'
  i18n.loadAndActivate({ locale: shown, messages: loaded?.messages ?? {} })
  document.documentElement.lang = shown
}

/** Before the first paint, so that nobody sees another language for a moment. */
export async function startLanguage(): Promise<void> {
  // What stands in the code is compiled already; what is left is text without placeholders.
  if (import.meta.env.PROD) i18n.setMessagesCompiler((message) => [message])
  await activate(pickLanguage([...readStored(), ...navigator.languages]))
}

/** Null is the browser's preference. */
export async function adoptLanguage(choice: Language | null): Promise<void> {
  storeLanguage(choice)
  const language = choice ?? pickLanguage(navigator.languages)
  if (language !== i18n.locale) await activate(language)
}

/** A label of the contract's: of a check type, a provider type or a setting. Its English text is its name in the catalogue. */
export const translateLabel = (english: string): string => i18n._(english)

/** The current one. */
export const currentLanguage = (): Language => pickLanguage([i18n.locale])

/** Made once for each language that is shown: almost always one. */
export function perLanguage<T>(make: (language: Language) => T): () => T {
  const made = new Map<Language, T>()
  return () => {
    const language = currentLanguage()
    const found = made.get(language)
    if (found !== undefined) return found
    const value = make(language)
    made.set(language, value)
    return value
  }
}
