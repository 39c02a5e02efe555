import { expect, it } from 'vitest'
import { currentMonth, listMonths } from './months.ts'

it('finds the current month in a time zone', () => {
  const at = Date.parse('2026-10-31T23:30:00Z')
  expect(currentMonth(at, 'UTC')).toBe('2026-10')
  expect(currentMonth(at, 'Europe/Berlin')).toBe('2026-11')
})

it('lists months backwards across the turn of the year', () => {
  expect(listMonths('2026-02', 4)).toEqual(['2026-02', '2026-01', '2025-12', '2025-11'])
})
