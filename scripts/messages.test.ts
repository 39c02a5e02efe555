import path from 'node:path'
import { getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { describe, expect, it } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '..')

const config = getConfig({ cwd: ROOT })
const catalogues = await getCatalogs(config)

/** Placeholder names, and the tags around links and bold text. */
function listPlaceholders(message: string): string[] {
  const names = new Set(message.match(/<\/?\w+\/?>/g) ?? [])
  const walk = (token: unknown): void => {
    if (!Array.isArray(token)) return
    const [name, , cases] = token as [string, string?, Record<string, unknown>?]
    names.add(`{${name}}`)
    if (typeof cases === 'object')
      for (const tokens of Object.values(cases)) if (Array.isArray(tokens)) tokens.forEach(walk)
  }
  compileMessageOrThrow(message).forEach(walk)
  return [...names].toSorted()
}

describe.each(catalogues)('the catalogue $path', { timeout: 180_000 }, (catalogue) => {
  it('has exactly the texts of the sources: if not, run "npm run messages"', async () => {
    const found = Object.keys((await catalogue.collect()) ?? {}).toSorted()
    expect(found.length).toBeGreaterThan(0)
    for (const locale of config.locales) {
      expect(Object.keys((await catalogue.read(locale)) ?? {}).toSorted()).toEqual(found)
    }
  })

  it('has every text in German, with the same placeholders', async () => {
    const messages = Object.entries((await catalogue.read('de')) ?? {})
    const english = ([id, { message }]: (typeof messages)[number]): string => message ?? id
    expect(messages.filter(([, { translation }]) => !translation).map(english)).toEqual([])
    const changed = messages.filter(
      (entry) => String(listPlaceholders(english(entry))) !== String(listPlaceholders(entry[1].translation ?? '')),
    )
    expect(changed.map(english)).toEqual([])
  })
})
