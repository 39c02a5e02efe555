import { describe, expect, it } from 'vitest'
import { parseCatalogue } from './catalogue.ts'
import { languageOf } from './language-of.ts'
import { currentLanguage, inLanguage, t } from './translate.ts'

const asked = (header?: string) => languageOf({ headers: { 'accept-language': header } })

describe('languageOf', () => {
  it('goes by the weights of Accept-Language, not by the order alone', () => {
    expect(asked('en;q=0.5, de-CH;q=0.9')).toBe('de')
    expect(asked('fr, de;q=0, en')).toBe('en')
  })

  it('is English without the header, and for a header that makes no sense', () => {
    expect(asked()).toBe('en')
    expect(asked(';;q=,')).toBe('en')
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

describe('a text', () => {
  it('has its placeholders filled in, and the plural of its count', () => {
    expect(t('{count, plural, one {# visit} other {# visits}} on {site}', { count: 1234, site: 'a.example' })).toBe(
      '1,234 visits on a.example',
    )
  })

  it('as HTML has its values escaped and its tags rendered', () => {
    const link = (inner: string) => `<a href="/x">${inner}</a>`
    expect(t.html('See <link>{name}</link>.', { name: '<b>' }, { link })).toBe('See <a href="/x">&lt;b&gt;</a>.')
  })

  it('without a translation is English', () => {
    expect(inLanguage('de', () => t('This sentence is in no catalogue.'))).toBe('This sentence is in no catalogue.')
  })

  it('is in the language around it, also after waiting, and English outside', async () => {
    const later = await inLanguage('de', async () => {
      await Promise.resolve()
      return currentLanguage()
    })
    expect([later, currentLanguage()]).toEqual(['de', 'en'])
  })
})
