import type { Clock } from '../../../src/platform/clock.ts'
import { planUptimeReports } from '../../../src/team/uptime-reports/plan.ts'
import { type SendParts, sendUptimeReport } from '../../../src/team/uptime-reports/send.ts'
import type { TestApp, TestUser } from '../../support/app.ts'

export async function makeMonitor(
  app: TestApp,
  { key }: Pick<TestUser, 'key'>,
  more: object = {},
  created_at = '2020-01-01T00:00:00Z',
): Promise<number> {
  const json = { friendly_name: 'Shop', url: 'https://example.com/', ...more }
  const id = (await app.call('POST', '/api/monitors', { key, json })).body.data.id as number
  await app.database.admin.query('update monitors set created_at = $2 where id = $1', [id, created_at])
  return id
}

export interface SteppedClock extends Clock {
  set(iso: string): void
}

export function makeClock(iso: string): SteppedClock {
  let now = new Date(iso)
  return { now: () => now, set: (next) => void (now = new Date(next)) }
}

export interface SendRow {
  month: string
  recipient: string
  status: string
  reason: string | null
  attempts: number
}

export async function listSends(app: TestApp, report_id: number): Promise<SendRow[]> {
  const { rows } = await app.database.admin.query<SendRow>(
    `select month::text, recipient, status, reason, attempts from uptime_report_sends where report_id = $1 order by month, id`,
    [report_id],
  )
  return rows
}

/** Runs both tasks without the queue between them. */
export function createReporting(app: TestApp, clock: Clock) {
  const { config, postgres, mailer } = app.parts
  const parts: SendParts = { config, postgres, mailer, clock }
  return {
    plan: () => planUptimeReports(parts),
    async tick(): Promise<void> {
      await planUptimeReports(parts)
      const { rows } = await app.database.admin.query<{ id: string }>(
        `select id from uptime_report_sends where status = 'pending' and next_try_at <= $1 order by id`,
        [clock.now()],
      )
      for (const { id } of rows) await sendUptimeReport(parts, Number(id))
    },
  }
}
