import { type Language, pickLanguage } from '@sitewatch/contract/language'
import { i18n, type Messages } from '@lingui/core'

/** English texts are in the code. Every other language is a separate file, loaded only if it is used. */
const CATALOGUES: Record<Exclude<Language, 'en'>, () => Promise<{ messages: Messages }>> = {
  de: () => import('../../locales/de/messages.po'),
}

const STORAGE_KEY = 'sitewatch.language'

function readStored(): string[] {
  try {
    const stored = localStorage.getItem(STORAGE_KEY)
    return stored === null ? [] : [stored]
  } catch {
    return []
  }
}

/** Stores the account's choice in the browser, so that the next visit starts in this language before sign-in. */
export function storeLanguage(choice: Language | null): void {
  try {
    if (choice === null) localStorage.removeItem(STORAGE_KEY)
    else localStorage.setItem(STORAGE_KEY, choice)
  } catch {
    document.documentElement.dataset['storage'] = 'none'
  }
}

async function activate(language: Language): Promise<void> {
  // If a language cannot be loaded, the page is shown in English.
  const loaded = language === 'en' ? undefined : await CATALOGUES[language]().catch(() => undefined)
  const shown = loaded ? language : 'en'
  i18n.loadAndActivate({ locale: shown, messages: loaded?.messages ?? {} })
  document.documentElement.lang = shown
}

/** Runs before the first paint, so that no other language is visible for a moment. */
export async function startLanguage(): Promise<void> {
  // Messages in the code are compiled by the build. The remaining ones have no placeholders.
  if (import.meta.env.PROD) i18n.setMessagesCompiler((message) => [message])
  await activate(pickLanguage([...readStored(), ...navigator.languages]))
}

/** Null is the browser's preference. */
export async function adoptLanguage(choice: Language | null): Promise<void> {
  storeLanguage(choice)
  const language = choice ?? pickLanguage(navigator.languages)
  if (language !== i18n.locale) await activate(language)
}

/** Translates a label of the contract (check type, provider type or setting). The English text is the message ID. */
export const translateLabel = (english: string): string => i18n._(english)

export const currentLanguage = (): Language => pickLanguage([i18n.locale])

/** Creates the value once for each language that is used, which is almost always one. */
export function perLanguage<T>(make: (language: Language) => T): () => T {
  const cache = new Map<Language, T>()
  return () => {
    const language = currentLanguage()
    const found = cache.get(language)
    if (found !== undefined) return found
    const value = make(language)
    cache.set(language, value)
    return value
  }
}
