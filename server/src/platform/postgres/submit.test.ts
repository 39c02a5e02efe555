import fc from 'fast-check'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { types } from './submit.ts'

const read = types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as unknown as (text: string) => string

describe('a timestamp of Postgres', () => {
  it.each([
    ['2026-11-15 03:42:00.123+00', '2026-11-15T03:42:00.123Z'],
    ['2026-11-15 03:42:00.1+00', '2026-11-15T03:42:00.100Z'],
    ['2026-11-15 03:42:00+00', '2026-11-15T03:42:00.000Z'],
    ['2026-11-15 03:42:00.123999+00', '2026-11-15T03:42:00.123Z'],
    ['2026-11-15 03:42:00+05:30', '2026-11-14T22:12:00.000Z'],
  ])('is converted from %s to %s', (text, expected) => {
    expect(read(text)).toBe(expected)
  })

  it('has the same text as Date.toISOString()', () => {
    const moments = fc.date({
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59.999Z'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(moments, (date) => {
        const text = date
          .toISOString()
          .replace('T', ' ')
          .replace(/\.?0*Z$/, '+00')
        expect(read(text)).toBe(date.toISOString())
      }),
    )
  })
})
