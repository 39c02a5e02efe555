import { expect, it } from 'vitest'
import { readZoned, writeZoned } from './zoned-time.ts'

it('writes and reads the clock of the time zone of the website', () => {
  const at = Date.parse('2026-07-14T22:05:00.000Z')
  expect(writeZoned(at, 'Asia/Tokyo')).toBe('2026-07-15T07:05')
  expect(readZoned('2026-07-15T07:05', 'Asia/Tokyo')).toBe('2026-07-14T22:05:00.000Z')
  expect(readZoned(writeZoned(at, 'America/St_Johns'), 'America/St_Johns')).toBe(new Date(at).toISOString())
})

it('leaves to the server what is no time', () => {
  expect(readZoned('', 'UTC')).toBe('')
})
