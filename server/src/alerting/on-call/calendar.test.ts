import { describe, expect, it } from 'vitest'
import { renderCalendar } from './calendar.ts'

describe('renderCalendar', () => {
  const from = Date.parse('2026-11-16T08:00:00Z')
  const member = { name: 'Sam, "night"; ' + 'ä'.repeat(60), user_id: null, provider_ids: [] }
  const shifts = [
    { from, to: from + 3_600_000, member, layer: 'Layer 1', is_override: false },
    { from: from + 3_600_000, to: from + 7_200_000, member: null, layer: null, is_override: false },
  ]
  const text = renderCalendar({ schedule_id: 2, name: 'Operations', shifts, updated_at: from })

  it('folds lines at 75 bytes without splitting a character, and escapes text', () => {
    const lines = text.split('\r\n')
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
    const unfolded = text.replaceAll('\r\n ', '')
    expect(unfolded).toContain(`SUMMARY:On call: Sam\\, "night"\\; ${'ä'.repeat(60)} (Operations)\r\n`)
    expect(text).not.toMatch(/[^\r]\n/)
  })

  it('has an event for each shift, and one for each gap', () => {
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(2)
    expect(text).toContain('DTSTART:20261116T080000Z\r\nDTEND:20261116T090000Z')
    expect(text).toContain('SUMMARY:Nobody on call (Operations)')
    expect(text.startsWith('BEGIN:VCALENDAR\r\nVERSION:2.0\r\n')).toBe(true)
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
  })
})
