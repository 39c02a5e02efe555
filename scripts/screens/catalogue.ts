import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '../..')

/** Returns a function that translates an English text of the dashboard into the language. */
export function readCatalogue(lang: string): (english: string) => string {
  if (lang === 'en') return (english) => english
  const [file = ''] = globSync(`dashboard/**/${lang}/messages.po`, {
    cwd: ROOT,
    exclude: (name) => name === 'node_modules',
  })
  if (!existsSync(path.join(ROOT, file)) || file === '') throw new Error(`There is no catalogue for "${lang}".`)
  const translations = parseCatalogue(readFileSync(path.join(ROOT, file), 'utf8'))
  return (english) => {
    const found = translations.get(english)
    if (found === undefined || found === '') throw new Error(`"${english}" is not in ${file}.`)
    return found
  }
}

/** msgid and msgstr of each entry, also over several lines. */
export function parseCatalogue(po: string): Map<string, string> {
  const join = (quoted: string): string =>
    Array.from(quoted.matchAll(/"((?:[^"\\]|\\.)*)"/g), ([, part = '']) => JSON.parse(`"${part}"`) as string).join('')
  const entries = po.matchAll(/^msgid ((?:".*"\n?)+)msgstr ((?:".*"\n?)+)/gm)
  return new Map(Array.from(entries, ([, id = '', text = '']) => [join(id), join(text)]))
}
