import { expect, it } from 'vitest'
import { parseCatalogue, readCatalogue } from './catalogue.ts'

it('a catalogue gives the words of a language by their English, also over several lines', () => {
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
  const words = parseCatalogue(po)
  expect(words.get('Add website')).toBe('Website hinzufügen')
  expect(words.get('A long "text"')).toBe('Ein langer Text')
})

it('English needs no catalogue', () => {
  expect(readCatalogue('en')('Add website')).toBe('Add website')
  expect(() => readCatalogue('xx')).toThrow('no catalogue for "xx"')
})
