import { expect, it } from 'vitest'
import { readLocal, writeLocal } from './local-time.ts'

it('converts an instant to local time to the minute, and back', () => {
  const at = new Date('2026-03-29T22:05:00.000Z')
  expect(readLocal(writeLocal(at))).toBe(at.toISOString())
  expect(writeLocal(at)).toMatch(/^2026-03-\d\dT\d\d:\d\d$/)
})

it('leaves text that is not a time unchanged, for the server to reject', () => {
  expect(readLocal('')).toBe('')
})
