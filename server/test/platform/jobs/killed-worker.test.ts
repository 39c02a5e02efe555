import { expect, it } from 'vitest'
import { sql } from '../../../src/platform/postgres/index.ts'
import { startWorkerRole } from '../../../src/roles/worker.ts'
import { startApp } from '../../support/app.ts'
import { atEnd } from '../../support/at-end.ts'
import { startProgram } from '../../support/program.ts'
import { startSmtpSink } from '../../support/smtp-sink.ts'

/** Its mail server never answers, so that the worker is in the middle of a job when it is killed. */
const started = Promise.withResolvers<void>()
const hanging = await startSmtpSink({
  onMail: () => {
    started.resolve()
    return new Promise(() => undefined)
  },
})
const sink = await startSmtpSink()
const app = await startApp({ SMTP_URL: sink.url })
const { admin } = app.database

const addJob = (user_id: number) =>
  app.parts.postgres.asRole('auth', (tx) => tx.query(sql`select add_password_reset_job(${user_id})`))

const countLocked = async (): Promise<number> =>
  (await admin.query('select from graphile_worker._private_jobs where locked_at is not null')).rows.length

/** Killed at random moments, and how soon another worker runs the job: killed-worker.full.test.ts. */
it('a job is run once by another worker when its worker is killed in the middle of it', async () => {
  const env = { SMTP_URL: hanging.url, SITEWATCH_MIGRATE: '0' }
  const victim = await startProgram(app.database, { roles: ['worker'], env })
  const user = await app.makeUser()
  await addJob(user.id)
  await started.promise
  expect(await countLocked()).toBe(1)
  victim.kill('SIGKILL')
  await victim.ended
  // Instead of waiting until its last beat is too old.
  await admin.query(`update worker_liveness set seen_at = seen_at - interval '6 seconds'`)
  const worker = await startWorkerRole(app.parts)
  atEnd(() => worker.stop())
  const mail = await sink.waitFor(user.email)
  expect(mail.source).toContain('/reset-password?token=')
  await expect.poll(countLocked).toBe(0)
  expect(sink.mails.filter(({ to }) => to.includes(user.email))).toHaveLength(1)
  expect(hanging.mails).toHaveLength(1)
})
