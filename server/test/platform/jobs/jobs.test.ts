import { describe, expect, it } from 'vitest'
import { startWorkerRole } from '../../../src/roles/worker.ts'
import { sql } from '../../../src/platform/postgres/index.ts'
import { startApp } from '../../support/app.ts'
import { startProgram } from '../../support/program.ts'
import { startSmtpSink } from '../../support/smtp-sink.ts'

const sink = await startSmtpSink()
const app = await startApp({ SMTP_URL: sink.url })

async function countJobs(user_id: number): Promise<number> {
  const { rows } = await app.database.admin.query<{ total: string }>(
    `select count(*) as total from graphile_worker._private_jobs where (payload->>'user_id')::bigint = $1`,
    [user_id],
  )
  return Number(rows[0]?.total)
}

const addJob = (user_id: number) => sql`select add_password_reset_job(${user_id})`

describe('a job added in a transaction', () => {
  it('does not exist when the transaction is rolled back', async () => {
    const user = await app.makeUser()
    const outcome = app.parts.postgres.asRole('auth', async (tx) => {
      await tx.query(addJob(user.id))
      throw new Error('changed my mind')
    })
    await expect(outcome).rejects.toThrow('changed my mind')
    expect(await countJobs(user.id)).toBe(0)
  })

  it('does not exist when a later statement of the transaction fails', async () => {
    const user = await app.makeUser()
    const outcome = app.parts.postgres.asRole('auth', async (tx) => {
      await tx.query(addJob(user.id))
      await tx.query(sql`select 1 / 0`)
    })
    await expect(outcome).rejects.toMatchObject({ code: '22012' })
    expect(await countJobs(user.id)).toBe(0)
  })

  it('exists when it commits, and runs once a worker starts, which reports how long it waited', async () => {
    const user = await app.makeUser()
    await app.parts.postgres.asRole('auth', (tx) => tx.query(addJob(user.id)))
    expect(await countJobs(user.id)).toBe(1)
    await app.database.admin.query(`update graphile_worker._private_jobs set run_at = run_at - interval '5 seconds'`)
    const worker = await startWorkerRole(app.parts)
    const mail = await sink.waitFor(user.email)
    expect(mail.source).toContain('/reset-password?token=')
    await worker.stop()
    expect(await countJobs(user.id)).toBe(0)
    const waits = (await app.parts.metrics.registry.metrics())
      .split('\n')
      .filter((line) => /job_wait.*reset/.test(line))
    expect(waits).toContainEqual(expect.stringMatching(/_bucket\{le="1",.* 0$/))
    expect(waits).toContainEqual(expect.stringMatching(/_bucket\{le="15",.* 1$/))
  })
})

describe('the job queue', () => {
  it.each(['sitewatch_user', 'sitewatch_auth', 'sitewatch_admin', 'sitewatch_worker'])(
    'is not accessible to %s, which adds jobs only through functions',
    async (role) => {
      const client = await app.database.admin.connect()
      try {
        await client.query(`begin; set local role ${role}`)
        await expect(client.query('select 1 from graphile_worker._private_jobs')).rejects.toMatchObject({
          code: '42501',
        })
      } finally {
        await client.query('rollback')
        client.release()
      }
    },
  )

  it('contains ids and the IP address for the audit log, but never an e-mail address or a token', async () => {
    const user = await app.makeUser()
    await app.call('POST', '/api/password-resets', { json: { email: user.email } })
    const { rows } = await app.database.admin.query(
      `select payload from graphile_worker._private_jobs where (payload->>'user_id')::bigint = $1`,
      [user.id],
    )
    expect(rows).toEqual([{ payload: { user_id: user.id, address: '127.0.0.1' } }])
  })
})

describe('a worker that loses every connection', () => {
  it('reconnects and continues', async () => {
    const program = await startProgram(app.database, {
      roles: ['worker'],
      env: { SMTP_URL: sink.url, SITEWATCH_MIGRATE: '0' },
    })
    const users = await Promise.all(Array.from({ length: 4 }, () => app.makeUser()))
    for (const [n, user] of users.entries()) {
      if (n > 0) {
        const { rowCount } = await app.database.admin.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and usename like 'sitewatch_login_%'`,
        )
        expect(rowCount).toBeGreaterThan(0)
      }
      await app.database.admin.query('select add_password_reset_job($1)', [user.id])
      await sink.waitFor(user.email)
    }
    program.kill('SIGTERM')
    expect(await program.ended).toEqual({ code: 0, signal: null })
  })
})
