import { expect, it } from 'vitest'
import { startApp } from '../../support/app.ts'
import { type Program, startProgram } from '../../support/program.ts'
import { type Mail, startSmtpSink } from '../../support/smtp-sink.ts'
import { readReport } from '../../analytics/reports/mime.ts'
import { makeFolder } from '../../analytics/stats/context.ts'
import { listSends, makeMonitor } from './reporting.ts'

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

it('a killed worker sends its uptime report again with the same id, and no other recipient gets a second mail', async () => {
  const app = await startApp({ SITEWATCH_DATA_DIR: folder })
  const user = await app.makeUser()
  const monitor_id = await makeMonitor(app, user)
  const made = await app.call('POST', '/api/uptime-reports', { key: user.key, json: { name: 'Shop', monitor_id } })
  const { id } = made.body.data as { id: number }
  await app.stop()
  const { admin } = app.database
  // Already planned, whatever day of the month today is.
  const now = new Date()
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 10)
  await admin.query(
    `insert into uptime_report_sends (team_id, report_id, user_id, month, recipient, due_at, next_try_at)
       values ($1, $2, $1, $3, $4, now() - interval '1 hour', now())`,
    [user.id, id, month, user.email],
  )
  const run = (): Promise<Program> =>
    startProgram(app.database, { roles: ['api', 'worker'], env: { SMTP_URL: sink.url, SITEWATCH_DATA_DIR: folder } })
  program = await run()
  const enqueue = (): Promise<unknown> =>
    admin.query('select add_uptime_report_jobs(array(select id from uptime_report_sends where report_id = $1))', [id])
  await enqueue()
  await program.ended
  expect(await listSends(app, id)).toMatchObject([{ status: 'pending', attempts: 1 }])

  program = await run()
  await expect.poll(async () => (await listSends(app, id))[0]?.status).toBe('sent')
  await enqueue()
  await admin.query(`select graphile_worker.add_job('plan_uptime_reports')`)
  const countJobs = async (): Promise<number> => {
    const { rows } =
      await admin.query(`select from graphile_worker._private_jobs j join graphile_worker._private_tasks t
        on t.id = j.task_id where t.identifier like '%uptime_report%'`)
    return rows.length
  }
  await expect.poll(countJobs).toBe(0)
  expect(accepted).toHaveLength(2)
  const [first, second] = accepted.map(({ source }) => readReport(source))
  expect(second?.message_id).toBe(first?.message_id)
  expect(first?.text).not.toContain('Possible duplicate')
  expect(second?.text).toContain('Possible duplicate')
  program.kill('SIGTERM')
  expect(await program.ended).toEqual({ code: 0, signal: null })
})
