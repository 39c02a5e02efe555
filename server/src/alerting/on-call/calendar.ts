import type { Shift } from './shifts.ts'

const MAX_LINE_BYTES = 75

/** RFC 5545: a long line continues after a line break and a space. Its length is in bytes, and no character is split. */
function fold(line: string): string {
  const lines: string[] = []
  let current = ''
  let bytes = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (bytes + size > MAX_LINE_BYTES) {
      lines.push(current)
      current = ' '
      bytes = 1
    }
    current += character
    bytes += size
  }
  return [...lines, current].join('\r\n')
}

const escapeText = (text: string): string =>
  text.replaceAll(/[\\;,]/g, (character) => `\\${character}`).replaceAll(/\r?\n/g, '\\n')

/** 20261116T093000Z */
const formatInstant = (time_ms: number): string =>
  new Date(time_ms).toISOString().replaceAll(/[-:]/g, '').replace(/\.\d+/, '')

export interface Calendar {
  schedule_id: number
  name: string
  shifts: readonly Shift[]
  updated_at: number
}

function renderShift({ schedule_id, name, updated_at }: Calendar, { from, to, member, is_override }: Shift): string[] {
  const summary = member ? `On call: ${member.name} (${name})` : `Nobody on call (${name})`
  return [
    'BEGIN:VEVENT',
    `UID:on-call-${schedule_id}-${formatInstant(from)}@sitewatch`,
    `DTSTAMP:${formatInstant(updated_at)}`,
    `DTSTART:${formatInstant(from)}`,
    `DTEND:${formatInstant(to)}`,
    `SUMMARY:${escapeText(summary)}`,
    ...(is_override ? ['DESCRIPTION:Override'] : []),
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

/** An iCalendar feed (RFC 5545). Times are in UTC, which every calendar shows in the time zone of its reader. */
export function renderCalendar(calendar: Calendar): string {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Sitewatch//On-call schedule//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeText(calendar.name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...calendar.shifts.flatMap((shift) => renderShift(calendar, shift)),
    'END:VCALENDAR',
    '',
  ]
    .map(fold)
    .join('\r\n')
}
