import { expect, it } from 'vitest'
import { DAY_MS } from '@sitewatch/contract/durations'
import { startApp } from '../../support/app.ts'
import { type Program, startProgram } from '../../support/program.ts'
import { type Mail, startSmtpSink } from '../../support/smtp-sink.ts'
import { insertSparse, makeFolder } from '../stats/context.ts'
import { registryOf } from '../websites/websites.ts'
import { readReport } from './mime.ts'
import { listSends } from './reporting.ts'

const folder = makeFolder()
let program: Program | undefined
const accepted: Mail[] = []
/** The first mail is accepted, and the process is killed before it gets the response. */
const sink = await startSmtpSink({
  onMail: (mail) => {
    accepted.push(mail)
    if (accepted.length === 1) program?.kill('SIGKILL')
  },
})

it('a worker killed after the mail server accepted a report, but before it recorded that, sends one repeat, marked as such', async () => {
  const app = await startApp({ SITEWATCH_DATA_DIR: folder })
  const user = await app.makeUser()
  const { id } = (await registryOf(app, user).make({ email: '1' })) as { id: number }
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS
  // Seven days that ended the day before yesterday: the report was due yesterday, whatever day of the week today is.
  const starts_on = new Date(today - 8 * DAY_MS).toISOString().slice(0, 10)
  await insertSparse(app.parts.clickhouse, id, [{ time: new Date(today - 5 * DAY_MS).toISOString() }])
  await app.stop()
  const { admin } = app.database
  await admin.query(`update report_schedules set starts_on = $2 where website_id = $1 and kind = 'weekly'`, [
    id,
    starts_on,
  ])
  await admin.query(`delete from report_schedules where website_id = $1 and kind = 'monthly'`, [id])
  const run = (): Promise<Program> =>
    startProgram(app.database, { roles: ['api', 'worker'], env: { SMTP_URL: sink.url, SITEWATCH_DATA_DIR: folder } })

  program = await run()
  await admin.query(`select graphile_worker.add_job('plan_reports')`)
  await program.ended
  expect(accepted).toHaveLength(1)
  expect(await listSends(app, id)).toMatchObject([{ kind: 'weekly', starts_on, status: 'pending', attempts: 1 }])

  program = await run()
  await expect.poll(async () => (await listSends(app, id))[0]?.status).toBe('sent')
  const [first, second] = accepted.map(({ source }) => readReport(source))
  expect(accepted).toHaveLength(2)
  expect(second?.message_id).toBe(first?.message_id)
  expect(first?.message_id).toContain(`report-${id}-weekly-${starts_on}-`)
  expect(first?.text).not.toContain('Possible duplicate')
  expect(second?.text).toContain('Possible duplicate')

  // Planning again adds nothing.
  await admin.query(`select graphile_worker.add_job('plan_reports')`)
  await expect
    .poll(async () => {
      const { rows } = await admin.query<{ left: string }>(
        `select count(*) as left from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
             where t.identifier in ('plan_reports', 'send_report')`,
      )
      return rows[0]?.left
    })
    .toBe('0')
  expect(accepted).toHaveLength(2)
  program.kill('SIGTERM')
  expect(await program.ended).toEqual({ code: 0, signal: null })
})
