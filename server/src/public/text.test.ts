import { describe, expect, it } from 'vitest'
import { cleanText, cutQuery, nameCountry, writeChange, writeDuration, writeUptime } from './text.ts'

describe('what a visitor sent', () => {
  it('shows no other direction, no control and no half of a pair', () => {
    expect(cleanText('/a\u202Egpj.exe')).toBe('/a\uFFFDgpj.exe')
    expect(cleanText('a\u0000b\tc\nd\u2066e\u200Bf')).toBe('a\uFFFDb\uFFFDc\uFFFDd\uFFFDe\uFFFDf')
    expect(cleanText('a\uD800b')).toBe('a\uFFFDb')
    expect(cleanText(`${'x'.repeat(299)}😀😀`)).toBe(`${'x'.repeat(299)}\uFFFD…`)
    expect(cleanText('/über/дом/日本?')).toBe('/über/дом/日本?')
  })

  it('is cut, however long', () => {
    expect(cleanText('x'.repeat(10_000))).toBe(`${'x'.repeat(300)}…`)
  })

  it('loses query and fragment', () => {
    expect(cutQuery('/reset?token=1#a')).toBe('/reset')
    expect(cutQuery('/app#/user/7?x')).toBe('/app')
    expect(cutQuery('?a')).toBe('')
    expect(cutQuery('/a\n?b')).toBe('/a\n')
  })
})

describe('figures', () => {
  it('uptime is 100 only when it is', () => {
    expect([100, 99.999, 99.5, 0, null].map(writeUptime)).toEqual(['100 %', '99.99 %', '99.50 %', '0.00 %', '–'])
  })

  it('durations', () => {
    expect([null, 0.4, 59, 61, 600, 3600, 100_000, 400_000].map(writeDuration)).toEqual([
      '–',
      '0 s',
      '59 s',
      '1 min 1 s',
      '10 min',
      '1 h 0 min',
      '27 h 47 min',
      '5 days',
    ])
  })

  it('changes', () => {
    expect(
      [
        [110, 100],
        [90, 100],
        [100, 100],
        [5, 0],
        [5, null],
      ].map(([now = null, before = null]) => writeChange(now, before)),
    ).toEqual(['+10 %', '−10 %', '± 0 %', '', ''])
  })

  it('countries', () => {
    expect(['DE', '', 'XQ', '<b>'].map(nameCountry)).toEqual(['Germany', '', 'XQ', '<b>'])
  })
})
