import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bindParameters, findParameters, quoteText } from './bind.ts'
import { sized } from '../../../test/support/size.ts'

/** Parses a literal like ClickHouse. Nothing may remain after the closing quote. */
function readLiteral(text: string): { value: string; rest: string } {
  let value = ''
  for (let at = 1; at < text.length; at += 1) {
    const char = text[at] ?? ''
    if (char === "'") return { value, rest: text.slice(at + 1) }
    if (char !== '\\') value += char
    else {
      at += 1
      value += text[at] === '0' ? '\0' : (text[at] ?? '')
    }
  }
  throw new Error('the literal never ends')
}

describe('quoteText', () => {
  it('round-trips any text without leaving a part outside the quotes', () => {
    const nasty = fc.string({ unit: fc.constantFrom("'", '\\', '\0', '\n', ';', '{', '}', ':', '-', 'a', 'é', '😀') })
    const run = () =>
      fc.assert(
        fc.property(fc.oneof(nasty, fc.string({ unit: 'binary' })), (text) => {
          const { value, rest } = readLiteral(quoteText(text))
          return value === text.toWellFormed() && rest === ''
        }),
        { numRuns: sized(1000, 5000) },
      )
    expect(run).not.toThrow()
  })
})

describe('bindParameters', () => {
  it('creates typed literals', () => {
    const at = new Date('2026-01-02T03:04:05.060Z')
    expect(bindParameters('{a:UInt64} {b:String}', { a: 2n ** 63n, b: "it's" })).toBe(
      "_CAST('9223372036854775808', 'UInt64') _CAST('it\\'s', 'String')",
    )
    expect(bindParameters("{t:DateTime64(3, 'UTC')}", { t: at })).toBe(
      "_CAST('1767323045.060', 'DateTime64(3, \\'UTC\\')')",
    )
    expect(bindParameters('{t:DateTime}', { t: new Date(5000) })).toBe("_CAST('0000000005', 'DateTime')")
    expect(bindParameters('{a:Array(String)}', { a: ['x', "y'"] })).toBe(
      "_CAST('[\\'x\\',\\'y\\\\\\'\\']', 'Array(String)')",
    )
    expect(bindParameters('{a:Array(Nullable(Int8))} {b:Bool}', { a: [1, null], b: true })).toBe(
      "_CAST('[1,NULL]', 'Array(Nullable(Int8))') _CAST('1', 'Bool')",
    )
    expect(bindParameters('{n:Nullable(String)}', { n: null })).toBe("_CAST(NULL, 'Nullable(String)')")
  })

  it('does not replace placeholders inside values', () => {
    expect(bindParameters('{a:String}', { a: '{b:String} $& $1' })).toBe("_CAST('{b:String} $& $1', 'String')")
  })

  it('rejects parameters without a value and inexact numbers', () => {
    expect(() => bindParameters('{a:String}', {})).toThrow('parameter a has no value')
    expect(() => bindParameters('{a:UInt64}', { a: 2 ** 60 })).toThrow('beyond 2^53')
    expect(() => bindParameters('{a:Float64}', { a: Number.NaN })).toThrow('not a finite number')
    expect(() => bindParameters('{a:DateTime}', { a: new Date(-1) })).toThrow('not a time since 1970')
    expect(() => bindParameters('{a:DateTime}', { a: new Date('no time') })).toThrow('not a time since 1970')
  })
})

describe('findParameters', () => {
  it('finds names and types, and skips map literals', () => {
    const found = findParameters("select {a:UInt64}, { 'k': 1 }, {b: Array(String) }, '{}'")
    expect([...found]).toEqual([
      ['a', 'UInt64'],
      ['b', 'Array(String)'],
    ])
  })
})
