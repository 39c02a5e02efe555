import { describe, expect, it } from 'vitest'
import { planMonth } from './plan.ts'

const schedule = { team_id: 1, report_id: 2, next_month: '2026-03-01', timezone: 'Europe/Berlin' }
const plan = (now: string, overrides = {}) => {
  const { due, next } = planMonth({ ...schedule, ...overrides }, Date.parse(now))
  return {
    due: due && { ...due, due_ms: new Date(due.due_ms).toISOString() },
    next: { ...next, due_ms: new Date(next.due_ms).toISOString() },
  }
}

describe('planning a month', () => {
  it('waits until nine in the morning of the first day after it, local time', () => {
    // Clocks went forward in March: nine in Berlin is seven in UTC.
    expect(plan('2026-04-01T06:59:59Z')).toEqual({
      due: null,
      next: { month: '2026-03-01', due_ms: '2026-04-01T07:00:00.000Z' },
    })
    expect(plan('2026-04-01T07:00:00Z')).toEqual({
      due: { month: '2026-03-01', due_ms: '2026-04-01T07:00:00.000Z', is_late: false },
      next: { month: '2026-04-01', due_ms: '2026-05-01T07:00:00.000Z' },
    })
  })

  it('moves one month at a time, over the turn of the year, and is late after three days', () => {
    const late = plan('2027-01-05T08:00:00Z', { next_month: '2026-11-01' })
    expect(late.due).toMatchObject({ month: '2026-11-01', is_late: true })
    expect(late.next).toEqual({ month: '2026-12-01', due_ms: '2027-01-01T08:00:00.000Z' })
    expect(plan('2027-01-04T08:00:00Z', { next_month: '2026-12-01' }).due?.is_late).toBe(false)
  })
})
