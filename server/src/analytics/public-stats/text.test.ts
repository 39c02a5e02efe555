import { describe, expect, it } from 'vitest'
import { cleanText, cutQuery, nameCountry } from './text.ts'

describe('text from a visitor', () => {
  it('is shown without direction overrides, control characters and lone surrogates', () => {
    expect(cleanText('/a\u202Egpj.exe')).toBe('/a\uFFFDgpj.exe')
    expect(cleanText('a\u0000b\tc\nd\u2066e\u200Bf')).toBe('a\uFFFDb\uFFFDc\uFFFDd\uFFFDe\uFFFDf')
    expect(cleanText('a\uD800b')).toBe('a\uFFFDb')
    expect(cleanText(`${'x'.repeat(299)}😀😀`)).toBe(`${'x'.repeat(299)}\uFFFD…`)
    expect(cleanText('/über/дом/日本?')).toBe('/über/дом/日本?')
  })

  it('is cut to a maximum length', () => {
    expect(cleanText('x'.repeat(10_000))).toBe(`${'x'.repeat(300)}…`)
  })

  it('is shown without query and fragment', () => {
    expect(cutQuery('/reset?token=1#a')).toBe('/reset')
    expect(cutQuery('/app#/user/7?x')).toBe('/app')
    expect(cutQuery('?a')).toBe('')
    expect(cutQuery('/a\n?b')).toBe('/a\n')
  })
})

describe('nameCountry', () => {
  it('names known countries in English and leaves any other code unchanged', () => {
    expect(['DE', '', 'XQ', '<b>'].map(nameCountry)).toEqual(['Germany', '', 'XQ', '<b>'])
  })
})
