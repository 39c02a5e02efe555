import { describe, expect, it } from 'vitest'
import { parseCatalogue } from './catalogue.ts'
import { languageOf } from './language-of.ts'
import { currentLanguage, inLanguage, t } from './translate.ts'

const languageFor = (header?: string) => languageOf({ headers: { 'accept-language': header } })

describe('languageOf', () => {
  it('follows the weights of Accept-Language, not only the order', () => {
    expect(languageFor('en;q=0.5, de-CH;q=0.9')).toBe('de')
    expect(languageFor('fr, de;q=0, en')).toBe('en')
  })

  it('returns English without the header, and for an invalid header', () => {
    expect(languageFor()).toBe('en')
    expect(languageFor(';;q=,')).toBe('en')
  })
})

describe('parseCatalogue', () => {
  it('reads escapes and continued lines, and leaves out the header and what is not translated', () => {
    const po = String.raw`msgid ""
msgstr ""
"Language: de\n"

#. a comment
msgid "Say \"hi\""
msgstr "Sag \"hallo\"\n"
"Welt"

msgid "Later"
msgstr ""
`
    expect([...parseCatalogue(po)]).toEqual([['Say "hi"', 'Sag "hallo"\nWelt']])
  })
})

describe('t', () => {
  it('fills in placeholders and picks the plural of a count', () => {
    expect(t('{count, plural, one {# visit} other {# visits}} on {site}', { count: 1234, site: 'a.example' })).toBe(
      '1,234 visits on a.example',
    )
  })

  it('escapes values and renders tags in HTML', () => {
    const link = (inner: string) => `<a href="/x">${inner}</a>`
    expect(t.html('See <link>{name}</link>.', { name: '<b>' }, { link })).toBe('See <a href="/x">&lt;b&gt;</a>.')
  })

  it('returns the English text without a translation', () => {
    expect(inLanguage('de', () => t('This sentence is in no catalogue.'))).toBe('This sentence is in no catalogue.')
  })

  it('uses the language that inLanguage set, also after an await, and English outside', async () => {
    const later = await inLanguage('de', async () => {
      await Promise.resolve()
      return currentLanguage()
    })
    expect([later, currentLanguage()]).toEqual(['de', 'en'])
  })
})
