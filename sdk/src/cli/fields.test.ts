import { describe, expect, it } from 'vitest'
import { type Field, helpOf, placeholderOf, readFlag, toKebab } from './fields.ts'

const io = { readInput: () => Buffer.from('from standard input\n') }

describe('readFlag', () => {
  it.each<[string, Field, string, unknown]>([
    ['text', { type: 'string' }, 'a, b', 'a, b'],
    ['text that looks like a number', { type: 'string' }, '-100123', '-100123'],
    ['empty text', { type: 'string' }, '', ''],
    ['empty text where null is possible', { type: 'string', nullable: true }, '', null],
    ['integer', { type: 'integer' }, '60', 60],
    ['integer that is cleared', { type: 'integer', nullable: true }, '', null],
    ['number', { type: 'number' }, '0.5', 0.5],
    ['choice of numbers', { type: 'number', values: [0, 1, 2] }, '2', 2],
    ['boolean', { type: 'boolean' }, 'false', false],
    ['boolean as 1', { type: 'boolean' }, '1', true],
    ['json', { type: 'json' }, '{"a":[1]}', { a: [1] }],
    ['list', { type: 'string', many: 'list' }, 'a, b,', ['a', 'b']],
    ['list of integers', { type: 'integer', many: 'list' }, '1,2', [1, 2]],
    ['empty list', { type: 'string', many: 'list' }, '', []],
    ['pair', { type: 'string', many: 'map' }, 'X-Token: a:b', { 'X-Token': 'a:b' }],
    ['a text from standard input, without its line end', { type: 'string' }, '-', 'from standard input'],
    ['no pairs', { type: 'string', many: 'map' }, '', {}],
  ])('reads %s', (_, field, text, value) => {
    expect(readFlag(field, text, io)).toEqual(value)
  })

  it.each<[string, Field, string]>([
    ['a word for an integer', { type: 'integer' }, 'ten'],
    ['a fraction for an integer', { type: 'integer' }, '1.5'],
    ['blanks for an integer', { type: 'integer' }, ' '],
    ['nothing for an integer', { type: 'integer' }, ''],
    ['infinity', { type: 'number' }, 'Infinity'],
    ['a word for a boolean', { type: 'boolean' }, 'yes please'],
    ['what is not a choice', { type: 'string', values: ['http', 'ping'] }, 'ftp'],
    ['an item that is not a choice', { type: 'string', many: 'list', values: ['a'] }, 'a,b'],
    ['a pair without a name', { type: 'string', many: 'map' }, ': x'],
    ['broken json', { type: 'json' }, '{'],
  ])('refuses %s', (_, field, text) => {
    expect(() => readFlag(field, text, io)).toThrow(/must/)
  })

  it('appends to what the same flag gave before', () => {
    const list: Field = { type: 'string', many: 'list' }
    expect(readFlag(list, 'c', io, readFlag(list, 'a,b', io))).toEqual(['a', 'b', 'c'])
    const map: Field = { type: 'string', many: 'map' }
    expect(readFlag(map, 'B: 2', io, readFlag(map, 'A: 1', io))).toEqual({ A: '1', B: '2' })
  })
})

describe('flag names and help', () => {
  it.each([
    ['friendly_name', 'friendly-name'],
    ['pageSize', 'page-size'],
    ['url', 'url'],
  ])('%s becomes --%s', (field, flag) => {
    expect(toKebab(field)).toBe(flag)
  })

  it('lists a few choices in the placeholder and many in the help text', () => {
    expect(placeholderOf({ type: 'string', values: ['http', 'ping'] })).toBe('http|ping')
    const many: Field = { type: 'string', values: ['a', 'b', 'c', 'd', 'e'], nullable: true }
    expect(placeholderOf(many)).toBe('text')
    expect(helpOf(many)).toBe("one of a, b, c, d, e; '' clears it")
  })
})
