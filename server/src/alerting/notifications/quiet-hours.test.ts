import type { QuietHours } from '@sitewatch/contract'
import { describe, expect, it } from 'vitest'
import { planQuiet, type QuietCandidate } from './quiet-hours.ts'

const quiet: QuietHours = {
  timezone: 'Europe/Berlin',
  ranges: [{ weekdays: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], from: '22:00', to: '07:00' }],
  break_through: { escalations: true, tags: ['critical'] },
}
const NIGHT = Date.parse('2026-11-16T23:00:00Z')
const MORNING = Date.parse('2026-11-17T06:00:00Z')

const delivery = (over: Partial<QuietCandidate> = {}): QuietCandidate => ({
  id: 1,
  kind: 'opened',
  incident_id: 1,
  tags: [],
  held_until: null,
  is_over: false,
  was_told: false,
  was_escalated: false,
  ...over,
})

const decide = (over: Partial<QuietCandidate>, now: number, quiet_hours: QuietHours | null = quiet): string => {
  const { send, skip, hold } = planQuiet({ now, quiet_hours, pending: [delivery(over)] })
  return send.length > 0 ? 'send' : skip.length > 0 ? 'skip' : hold.length > 0 ? 'hold' : 'nothing'
}
const held = { held_until: new Date(MORNING).toISOString() }

describe('planQuiet', () => {
  it('holds a message until quiet hours end', () => {
    const plan = planQuiet({ now: NIGHT, quiet_hours: quiet, pending: [delivery()] })
    expect(plan).toEqual({ send: [], skip: [], hold: [1], until: MORNING })
    expect(decide(held, MORNING)).toBe('send')
    expect(decide({}, NIGHT, null)).toBe('send')
  })

  it('lets escalations and selected tags break through if the settings allow it', () => {
    expect(decide({ kind: 'escalation' }, NIGHT)).toBe('send')
    expect(decide({ tags: ['a', 'critical'] }, NIGHT)).toBe('send')
    const closed = { ...quiet, break_through: { escalations: false, tags: [] } }
    expect(decide({ kind: 'escalation', tags: ['critical'] }, NIGHT, closed)).toBe('hold')
  })

  it('sends the resolution of an incident at once to a provider that got its escalation', () => {
    expect(decide({ kind: 'resolved', is_over: true, was_told: true, was_escalated: true }, NIGHT)).toBe('send')
    expect(decide({ kind: 'resolved', is_over: true, was_told: true }, NIGHT)).toBe('hold')
  })

  it('skips held alerts of an incident that is over in the morning, and its resolution if the provider got no message before', () => {
    for (const kind of ['opened', 'reminder', 'escalation'] as const)
      expect(decide({ ...held, kind, is_over: true }, MORNING)).toBe('skip')
    expect(decide({ ...held, kind: 'resolved', is_over: true }, MORNING)).toBe('skip')
    expect(decide({ ...held, kind: 'resolved', is_over: true, was_told: true }, MORNING)).toBe('send')
    expect(decide({ ...held, kind: 'expiring' }, MORNING)).toBe('send')
    expect(decide({ ...held, kind: 'flapping_ended', is_over: true }, MORNING)).toBe('send')
  })

  it('skips the resolution of a skipped alert, even if the resolution came too late to be held', () => {
    const pending = [
      delivery({ ...held, is_over: true }),
      delivery({ id: 2, kind: 'resolved', is_over: true }),
      delivery({ id: 3, kind: 'resolved', is_over: true, incident_id: 2 }),
    ]
    expect(planQuiet({ now: MORNING, quiet_hours: quiet, pending })).toMatchObject({ skip: [1, 2], send: [3] })
  })

  it('skips no message of an incident whose messages were not held', () => {
    expect(decide({ is_over: true }, MORNING)).toBe('send')
    expect(decide({ kind: 'resolved', is_over: true }, MORNING)).toBe('send')
  })
})
