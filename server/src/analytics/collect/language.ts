import { memoizeRecent } from './bounded-cache.ts'

/** `de`, `pt-BR`: the language that comes first in Accept-Language, with its region; scripts and variants are left out. */
function parse(header: string): string {
  const first = header.split(',', 1)[0]?.split(';', 1)[0]?.trim() ?? ''
  const [, language, region] = /^([a-z]{2,3})(?:-[a-z]{4})?(?:-([a-z]{2}|\d{3}))?(?:-|$)/i.exec(first) ?? []
  if (language === undefined) return ''
  return region === undefined ? language.toLowerCase() : `${language.toLowerCase()}-${region.toUpperCase()}`
}

const parseCached = memoizeRecent(2000, parse)

export const readLanguage = (header: string | undefined): string => (header ? parseCached(header.slice(0, 100)) : '')
