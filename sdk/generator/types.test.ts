import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Schema } from './document.ts'
import { renderLiteral, renderType } from './types.ts'

describe('renderType', () => {
  it.each<[string, Schema, string]>([
    ['integer', { type: 'integer' }, 'number'],
    ['nullable', { anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string | null'],
    ['several types', { type: ['string', 'null'] }, 'string | null'],
    ['constant', { const: 2 }, '2'],
    ['a constant that is null', { const: null }, 'null'],
    ['enumeration', { enum: ['a', "b'c"] }, "'a' | 'b\\'c'"],
    ['members that look alike', { anyOf: [{ type: 'integer' }, { type: 'number' }] }, 'number'],
    ['array', { type: 'array', items: { type: 'string' } }, 'string[]'],
    ['array of a union', { type: 'array', items: { enum: [1, 2] } }, 'Array<1 | 2>'],
    ['array of arrays', { type: 'array', items: { type: 'array', items: { type: 'integer' } } }, 'number[][]'],
    ['tuple', { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }] }, '[string, number]'],
    ['record', { type: 'object', additionalProperties: { type: 'boolean' } }, 'Record<string, boolean>'],
    ['nothing inside', { type: 'object', properties: {}, additionalProperties: false }, 'Record<string, never>'],
    ['anything', {}, 'unknown'],
    ['nothing', { not: {} }, 'never'],
    ['intersection', { allOf: [{ type: 'string' }, { enum: ['a'] }] }, "(string) & ('a')"],
    ['reference', { $ref: '#/components/schemas/Problem' }, 'Problem'],
  ])('%s', (_, schema, type) => {
    expect(renderType(schema)).toBe(type)
  })

  it('quotes names that are not identifiers, and marks optional fields', () => {
    const schema: Schema = { type: 'object', properties: { '24h': { type: 'number' }, b: {} }, required: ['24h'] }
    expect(renderType(schema)).toBe("{\n  '24h': number\n  b?: unknown\n}")
    expect(renderType(schema, { input: true })).toContain('b?: unknown | undefined')
  })
})

describe('renderLiteral', () => {
  it('writes a JavaScript literal of exactly that text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        // oxlint-disable-next-line typescript/no-implied-eval -- the property is about what JavaScript reads
        expect(new Function(`return ${renderLiteral(text)}`)()).toBe(text)
      }),
      { numRuns: 300 },
    )
  })
})
