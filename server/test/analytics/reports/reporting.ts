import type { Clock } from '../../../src/platform/clock.ts'
import { readUptimeReport } from '../../../src/monitoring/website-uptime/index.ts'
import { gatherFacts } from '../../../src/analytics/reports/facts.ts'
import { planDueReports } from '../../../src/analytics/reports/plan.ts'
import { type SendParts, sendReport } from '../../../src/analytics/reports/send.ts'
import type { TestApp, TestUser } from '../../support/app.ts'
import { registryOf } from '../websites/websites.ts'

export interface SteppedClock extends Clock {
  set(iso: string): void
}

export function makeClock(iso: string): SteppedClock {
  let now = new Date(iso)
  return { now: () => now, set: (next) => void (now = new Date(next)) }
}

/** A website whose schedule starts at a given time. */
export async function makeReported(
  app: TestApp,
  user: TestUser,
  { timezone = 'UTC', enabled_at }: { timezone?: string; enabled_at: string },
): Promise<number> {
  const { id } = (await registryOf(app, user).make({ timezone, email: '1' })) as { id: number }
  await app.database.admin.query('update report_schedules set enabled_at = $2 where website_id = $1', [id, enabled_at])
  return id
}

export interface SendRow {
  id: number
  website_id: number
  kind: string
  starts_on: string
  status: string
  reason: string | null
  attempts: number
  possible_repeat: boolean
}

export async function listSends(app: TestApp, website_id: number): Promise<SendRow[]> {
  const { rows } = await app.database.admin.query<SendRow & { id: string }>(
    `select id::int, website_id::int, kind, starts_on::text, status, reason, attempts, possible_repeat from report_sends
     where website_id = $1 order by due_at, id`,
    [website_id],
  )
  return rows
}

/** Runs both tasks without the queue between them: plans due reports and sends pending ones, until none is left. */
export function createReporting(app: TestApp, clock: Clock, over: Partial<SendParts> = {}) {
  const { config, postgres, mailer, clickhouse } = app.parts
  const parts: SendParts = {
    config,
    postgres,
    mailer,
    clock,
    gather: (asUser, asked) => gatherFacts({ clickhouse, clock, readUptimeReport }, asUser, asked),
    ...over,
  }
  const listPending = async (): Promise<number[]> => {
    const { rows } = await app.database.admin.query<{ id: string }>(
      `select id from report_sends where status = 'pending' and next_try_at <= $1 order by id`,
      [clock.now()],
    )
    return rows.map(({ id }) => Number(id))
  }
  return {
    parts,
    async tick(): Promise<void> {
      await planDueReports(parts)
      const tried = new Set<number>()
      for (;;) {
        const ids = (await listPending()).filter((id) => !tried.has(id))
        if (ids.length === 0) return
        for (const id of ids) {
          tried.add(id)
          await sendReport(parts, id)
        }
      }
    },
  }
}
