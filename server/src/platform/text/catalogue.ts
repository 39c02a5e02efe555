import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Language } from '@sitewatch/contract'

const FOLDER = path.resolve(import.meta.dirname, '../../../locales')
const ENTRY = /^msgid ((?:".*"\n?)+)msgstr ((?:".*"\n?)+)/gm

/** A value may be continued on the next line. Its escapes are those of JSON. */
const readValue = (quoted: string): string =>
  quoted
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as string)
    .join('')

/** The translations of a .po file, by their English text. What is not translated yet is left out. */
export function parseCatalogue(po: string): Map<string, string> {
  const entries = Array.from(po.matchAll(ENTRY), ([, id = '', text = '']) => [readValue(id), readValue(text)] as const)
  return new Map(entries.filter(([id, text]) => id !== '' && text !== ''))
}

export const readCatalogue = (language: Language): Map<string, string> =>
  parseCatalogue(readFileSync(path.join(FOLDER, language, 'messages.po'), 'utf8'))
