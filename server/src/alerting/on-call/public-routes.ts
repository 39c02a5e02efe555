import type { FastifyReply, FastifyRequest } from 'fastify'
import { DAY_MS } from '@sitewatch/contract/durations'
import { problem } from '../../http/problem.ts'
import type { HttpServer } from '../../http/server.ts'
import type { Clock } from '../../platform/clock.ts'
import { EntryRefused, type Postgres, sql } from '../../platform/postgres/index.ts'
import { sha256 } from '../../platform/secrets.ts'
import { renderCalendar } from './calendar.ts'
import { toSchedule } from './record.ts'
import { findShifts } from './shifts.ts'
import { isCalendarToken, readRow } from './store.ts'

export interface CalendarParts {
  postgres: Postgres
  clock: Clock
  limit: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
}

const DAYS_AHEAD = 120

/** From the start of last month: calendars identify a shift by its start, which must not change with every request. */
function findWindow(now: Date): { from: number; to: number } {
  const from = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  return { from, to: today + DAYS_AHEAD * DAY_MS }
}

async function findCalendar({ postgres, clock }: CalendarParts, token: string): Promise<string | null> {
  if (!isCalendarToken(token)) return null
  const found = await postgres.asRole(
    'auth',
    (tx) =>
      tx.maybe(sql<{ team_id: number; id: number }>`select team_id, id from find_on_call_calendar(${sha256(token)})`),
    { readOnly: true },
  )
  if (!found) return null
  try {
    const row = await postgres.asUser({ team_id: found.team_id, system: true }, (tx) => readRow(tx, found.id), {
      readOnly: true,
    })
    const shifts = findShifts(toSchedule(row), findWindow(clock.now()))
    return renderCalendar({ schedule_id: row.id, name: row.name, shifts, updated_at: Date.parse(row.updated_at) })
  } catch (error) {
    if (error instanceof EntryRefused) return null
    throw error
  }
}

/** The feed that calendars subscribe to. Anybody with the URL can read it. */
export function mountOnCallCalendar({ app }: HttpServer, parts: CalendarParts): void {
  app.get<{ Params: { file: string } }>(
    '/on-call/:file',
    { config: { id: 'on-call calendar' } },
    async (request, reply) => {
      await parts.limit(request, reply)
      const [token = '', extension] = request.params.file.split('.')
      const text = extension === 'ics' ? await findCalendar(parts, token) : null
      if (text === null) throw problem('not_found', { detail: 'Path not found.' })
      return reply
        .headers({ 'cache-control': 'private, max-age=300', 'x-robots-tag': 'noindex' })
        .type('text/calendar; charset=utf-8')
        .send(text)
    },
  )
}
