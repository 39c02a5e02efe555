import { describe, expect, it } from 'vitest'
import { cleanText, describeTerminal, formatValue } from './print.ts'

describe('describeTerminal', () => {
  it('has colours only on a terminal, and not with NO_COLOR', () => {
    expect(describeTerminal({ isTTY: true, columns: 80 }, {})).toEqual({ width: 80, color: true })
    expect(describeTerminal({ isTTY: true, columns: 80 }, { NO_COLOR: '1' }).color).toBe(false)
    expect(describeTerminal({ isTTY: true, columns: 80 }, { TERM: 'dumb' }).color).toBe(false)
    expect(describeTerminal({}, {})).toEqual({ width: undefined, color: false })
  })
})

describe('cleanText', () => {
  it('removes terminal control sequences', () => {
    expect(cleanText('\u001b[2Jgone\r\u009b1m\u202Eabc\u0007')).toBe('�[2Jgone��1m�abc�')
    expect(cleanText('two\nlines, Ünï 日本 👩‍🚀')).toBe('two\nlines, Ünï 日本 👩‍🚀')
  })
})

describe('formatValue', () => {
  it.each([
    [null, '-'],
    [[], '-'],
    [false, 'no'],
    [0, '0'],
    [['a', 'b'], 'a, b'],
    [[{ a: 1 }, { a: 2 }], 'a 1\na 2'],
    [{ '24h': 99.9, '30d': null }, '24h 99.9, 30d -'],
    ['2026-01-02T03:04:05.678Z', '2026-01-02 03:04:05Z'],
  ])('%j as %j', (value, text) => {
    expect(formatValue(value)).toBe(text)
  })
})
