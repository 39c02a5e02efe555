import { expect, it } from 'vitest'
import { parseCatalogue, readCatalogue } from './catalogue.ts'

it('parseCatalogue returns the translations by their English text, including entries over several lines', () => {
  const po = [
    'msgid ""',
    'msgstr ""',
    '"Language: de\\n"',
    '',
    '#: src/a.tsx:1',
    'msgid "Add website"',
    'msgstr "Website hinzufügen"',
    '',
    'msgid ""',
    '"A long "',
    '"\\"text\\""',
    'msgstr ""',
    '"Ein langer "',
    '"Text"',
    '',
  ].join('\n')
  const translations = parseCatalogue(po)
  expect(translations.get('Add website')).toBe('Website hinzufügen')
  expect(translations.get('A long "text"')).toBe('Ein langer Text')
})

it('readCatalogue returns English texts unchanged and throws for a language without a catalogue', () => {
  expect(readCatalogue('en')('Add website')).toBe('Add website')
  expect(() => readCatalogue('xx')).toThrow('no catalogue for "xx"')
})
