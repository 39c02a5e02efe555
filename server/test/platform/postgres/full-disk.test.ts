import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startApp, type TestApp } from '../../support/app.ts'
import { expectProblem } from '../../support/expect-problem.ts'

/** A full disk of 4 MB that holds these tables. */
async function fillDisk(app: TestApp, tables: readonly string[]): Promise<{ makeRoom(): Promise<void> }> {
  const disk = mkdtempSync(path.join(tmpdir(), 'sitewatch-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'none', disk])
  execFileSync('chown', ['postgres', disk])
  chmodSync(disk, 0o700)
  const name = `small_${process.pid}`
  const { admin } = app.database
  await admin.query(`create tablespace ${name} location '${disk}'`)
  onTestFinished(async () => {
    for (const table of tables) await admin.query(`alter table ${table} set tablespace pg_default`)
    await admin.query('drop table if exists filler')
    await admin.query(`drop tablespace ${name}`)
    execFileSync('umount', [disk])
    rmSync(disk, { recursive: true })
  })
  for (const table of tables) await admin.query(`alter table ${table} set tablespace ${name}`)
  await admin.query(`create table filler (pad text) tablespace ${name}`)
  await admin.query('alter table filler alter pad set storage plain')
  for (let full = false; !full;) {
    full = await admin.query(`insert into filler select repeat('x', 7000) from generate_series(1, 1)`).then(
      () => false,
      (error: { code: string }) => error.code === '53100',
    )
  }
  return { makeRoom: async () => void (await admin.query('drop table filler')) }
}

describe('a full Postgres disk', () => {
  it('returns 503 with Retry-After for writes until there is space again, and serves reads', async () => {
    const app = await startApp({ SITEWATCH_LOG_LEVEL: 'silent' })
    const user = await app.makeUser()
    const disk = await fillDisk(app, ['websites'])
    const add = (domain: string) => app.call('POST', '/api/v1/websites', { key: user.key, json: { domain } })
    const refused = await add('example.com')
    expectProblem(refused, 'unavailable')
    expect(refused.headers.get('retry-after')).toBe('2')
    expect((await app.call('GET', '/api/v1/websites', { key: user.key })).status).toBe(200)
    await disk.makeRoom()
    expect((await add('example.com')).status).toBe(201)
  })

  it('does not end a worker whose job queue cannot be written', async () => {
    const app = await startApp({ SITEWATCH_LOG_LEVEL: 'silent' })
    const client = await app.parts.postgres.openJobsPool(1).connect()
    onTestFinished(() => client.release())
    const disk = await fillDisk(app, ['worker_liveness'])
    const write = () =>
      client.query(`insert into worker_liveness (pool_id, worker_ids, seen_at) values ('p', array['p'], now())`)
    // The only code that graphile-worker retries instead of ending the process.
    await expect(write()).rejects.toMatchObject({ code: '40001' })
    await disk.makeRoom()
    expect((await write()).rowCount).toBe(1)
  })
})
