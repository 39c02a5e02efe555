import { expect, it } from 'vitest'
import { readZoned, writeZoned } from './zoned-time.ts'

it('converts an instant to the clock time of the time zone, and back', () => {
  const at = Date.parse('2026-07-14T22:05:00.000Z')
  expect(writeZoned(at, 'Asia/Tokyo')).toBe('2026-07-15T07:05')
  expect(readZoned('2026-07-15T07:05', 'Asia/Tokyo')).toBe('2026-07-14T22:05:00.000Z')
  expect(readZoned(writeZoned(at, 'America/St_Johns'), 'America/St_Johns')).toBe(new Date(at).toISOString())
})

it('leaves text that is not a time unchanged, for the server to reject', () => {
  expect(readZoned('', 'UTC')).toBe('')
})
