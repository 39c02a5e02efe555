import { describe, expect, it } from 'vitest'
import { Moment } from './fields.ts'

describe('a time in a request', () => {
  it.each([
    ['2026-11-19T04:00:00+02:00', '2026-11-19T02:00:00.000Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
  ])('%s is read as %s', (text, expected) => {
    expect(Moment.parse(text).toISOString()).toBe(expected)
  })

  it('has one error when it is invalid', () => {
    expect(Moment.safeParse('yesterday').error?.issues).toMatchObject([{ code: 'invalid_format' }])
  })

  // Answers could not contain it: a Timestamp has a year of four digits.
  it.each([
    ['9999-12-31T23:59:59-00:01', 'too_big'],
    ['0000-01-01T00:00:00+00:01', 'too_small'],
  ])('%s is refused as %s', (text, code) => {
    expect(Moment.safeParse(text).error?.issues).toMatchObject([{ code: 'custom', params: { code } }])
  })
})
