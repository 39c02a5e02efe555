import { describe, expect, it } from 'vitest'
import {
  parseSearch,
  readChoice,
  readCount,
  readFlag,
  readMonth,
  readText,
  readTimezone,
  stringifySearch,
} from './search-params.ts'

describe('search parameters', () => {
  it('are plain text in the URL and are parsed to the same values', () => {
    const filters = '["is","country","DE"]'
    const text = stringifySearch({ period: '7d', page: 2, filters, none: undefined, empty: '', off: false, on: true })
    expect(text).toBe(`?period=7d&page=2&filters=${encodeURIComponent(filters).replaceAll('%20', '+')}&on=1`)
    expect(parseSearch(text)).toEqual({ period: '7d', page: '2', filters, on: '1' })
    expect(stringifySearch({})).toBe('')
  })

  it('keep a token of digits as text', () => {
    expect(parseSearch('?token=00123456789012345678901234567890')['token']).toBe('00123456789012345678901234567890')
  })

  it('with invalid values are treated as absent', () => {
    expect([readCount('2'), readCount('0'), readCount('-1'), readCount('1.5'), readCount('x'), readCount('')]).toEqual([
      2,
      ...Array.from({ length: 5 }, () => undefined),
    ])
    expect([readCount(undefined), readCount(3)]).toEqual([undefined, 3])
    expect([readChoice('7d', ['7d', '30d']), readChoice('8d', ['7d', '30d'])]).toEqual(['7d', undefined])
    expect([readText('a'), readText(''), readText(3)]).toEqual(['a', undefined, undefined])
    expect([readFlag('1'), readFlag(true), readFlag('0')]).toEqual([true, true, undefined])
    expect(['2026-12', '2026-13', '2026-00', '2026-1', 'x', undefined].map(readMonth)).toEqual([
      '2026-12',
      ...Array.from({ length: 5 }, () => undefined),
    ])
    expect(['Europe/Berlin', 'Mars/Olympus', '', undefined].map(readTimezone)).toEqual([
      'Europe/Berlin',
      ...Array.from({ length: 3 }, () => undefined),
    ])
  })
})
