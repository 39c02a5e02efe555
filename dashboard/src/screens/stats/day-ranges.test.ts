import { expect, it } from 'vitest'
import { daysOf, shiftDays, stepPeriod } from './day-ranges.ts'

const TODAY = '2026-03-31'

it('steps from a named period to the previous and the next one, by name if they have one', () => {
  expect(stepPeriod({ period: 'today' }, -1, TODAY)).toEqual({ period: 'yesterday' })
  expect(stepPeriod({ period: 'yesterday' }, -1, TODAY)).toEqual({
    period: 'custom',
    from: '2026-03-29',
    to: '2026-03-29',
  })
  expect(stepPeriod({ period: 'yesterday' }, 1, TODAY)).toEqual({ period: 'today' })
  expect(stepPeriod({ period: '7d' }, -1, TODAY)).toEqual({ period: 'custom', from: '2026-03-18', to: '2026-03-24' })
  expect(stepPeriod({ period: 'month' }, -1, TODAY)).toEqual({ period: 'last_month' })
  expect(stepPeriod({ period: 'last_month' }, -1, TODAY)).toEqual({
    period: 'custom',
    from: '2026-01-01',
    to: '2026-01-31',
  })
  expect(stepPeriod({ period: 'custom', from: '2026-01-01', to: '2026-01-31' }, 1, TODAY)).toEqual({
    period: 'last_month',
  })
})

it('returns to the same period after a step back and a step forward', () => {
  for (const period of ['today', '7d', '30d', 'month', '12mo'] as const) {
    const before = stepPeriod({ period }, -1, TODAY)
    expect(before && stepPeriod(before, 1, TODAY)).toEqual({ period })
  }
})

it('does not step into the future, nor from realtime or all time', () => {
  expect(stepPeriod({ period: 'today' }, 1, TODAY)).toBeUndefined()
  expect(stepPeriod({ period: 'month' }, 1, TODAY)).toBeUndefined()
  expect(stepPeriod({ period: 'realtime' }, -1, TODAY)).toBeUndefined()
  expect(stepPeriod({ period: 'all' }, -1, TODAY)).toBeUndefined()
})

it('shifts full months by the calendar and everything else by days', () => {
  expect(shiftDays({ from: '2026-01-01', to: '2026-03-31' }, -1)).toEqual({ from: '2025-10-01', to: '2025-12-31' })
  expect(shiftDays({ from: '2026-02-27', to: '2026-03-02' }, -1)).toEqual({ from: '2026-02-23', to: '2026-02-26' })
  expect(daysOf({ period: 'last_month' }, TODAY)).toEqual({ from: '2026-02-01', to: '2026-02-28' })
})
