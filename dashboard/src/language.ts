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
function store(choice: Language | null): void {
  try {
    if (choice === null) localStorage.removeItem(STORED)
    else localStorage.setItem(STORED, choice)
  } catch {
    document.documentElement.dataset['storage'] = 'none'
  }
}

async function activate(language: Language): Promise<void> {
  if (language !== 'en') i18n.load(language, (await CATALOGUES[language]()).messages)
  i18n.activate(language)
  document.documentElement.lang = language
}

/** Before the first paint, so that nobody sees another language for a moment. */
export async function startLanguage(): Promise<void> {
  // What stands in the code is compiled already; what is left is text without placeholders.
  if (import.meta.env.PROD) i18n.setMessagesCompiler((message) => [message])
  i18n.load('en', {})
  await activate(pickLanguage([...readStored(), ...navigator.languages]))
}

/** Null is the browser's preference. */
export async function adoptLanguage(choice: Language | null): Promise<void> {
  store(choice)
  const language = choice ?? pickLanguage(navigator.languages)
  if (language !== i18n.locale) await activate(language)
}

/** The current one. */
export const currentLanguage = (): Language => pickLanguage([i18n.locale])
