import { expect, it } from 'vitest'
import { sendReport } from '../../../src/analytics/reports/send.ts'
import { beginAttemptUnscoped, endReportUnscoped, type PendingReport } from '../../../src/analytics/reports/store.ts'
import type { Mail } from '../../../src/platform/mail/mailer.ts'
import { startApp } from '../../support/app.ts'
import { createReporting, listSends, makeClock, makeReported } from './reporting.ts'

const app = await startApp()
const MONDAY = '2026-03-09T12:00:00Z'

/** A website without visits, which gets a notice because its last report said that it had some. */
async function makeNotice() {
  const user = await app.makeUser()
  const website_id = await makeReported(app, user, { enabled_at: '2026-03-01T00:00:00Z' })
  await app.database.admin.query(
    `insert into report_sends (team_id, user_id, website_id, kind, starts_on, ends_on, recipient, due_at, next_try_at)
     values ($1, $1, $2, 'notice', '2026-03-02', '2026-03-08', $3, $4, $4)`,
    [user.id, website_id, user.email, MONDAY],
  )
  const read = async () => (await listSends(app, website_id)).find(({ kind }) => kind === 'notice')
  const id = (await read())?.id ?? 0
  return { id, read }
}

it('a report that the mail server may have accepted is sent once more, marked, and then fails', async () => {
  const mails: Mail[] = []
  const mailer = {
    send: async (mail: Mail) => {
      mails.push(mail)
      throw Object.assign(new Error('lost'), { code: 'ESOCKET', was_sent: true })
    },
    close: () => undefined,
  }
  const { read, id } = await makeNotice()
  const clock = makeClock(MONDAY)
  const { parts } = createReporting(app, clock, { mailer })
  clock.set(new Date(Math.ceil((await sendReport(parts, id)) ?? 0)).toISOString())
  expect(await sendReport(parts, id)).toBeNull()
  expect(mails.map(({ text }) => text.includes('Possible duplicate'))).toEqual([false, true])
  expect(await read()).toMatchObject({ status: 'failed', attempts: 2, possible_repeat: true })
})

it('a worker that continues after another has begun to send a report records nothing', async () => {
  const { read, id } = await makeNotice()
  const row = { id, kind: 'notice' } as PendingReport
  const begin = () => app.parts.postgres.asRole('worker', (tx) => beginAttemptUnscoped(tx, row, new Date(MONDAY)))
  const mine = await begin()
  await begin()
  const ending = { status: 'failed', reason: 'Late.', now: new Date(MONDAY) } as const
  await app.parts.postgres.asRole('worker', (tx) =>
    endReportUnscoped(tx, { id, attempts: mine?.attempts ?? 0 }, ending),
  )
  expect(await read()).toMatchObject({ status: 'pending', attempts: 2 })
})
