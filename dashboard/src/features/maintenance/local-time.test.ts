import { expect, it } from 'vitest'
import { readLocal, writeLocal } from './local-time.ts'

it('writes and reads the same minute', () => {
  const at = new Date('2026-03-29T22:05:00.000Z')
  expect(readLocal(writeLocal(at))).toBe(at.toISOString())
  expect(writeLocal(at)).toMatch(/^2026-03-\d\dT\d\d:05$/)
})

it('leaves to the server what is no time', () => {
  expect(readLocal('')).toBe('')
})
