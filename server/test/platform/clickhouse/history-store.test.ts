import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startClickHouseFront } from '../../support/clickhouse-front.ts'
import { cloneDatabase, type TestDatabase } from '../../support/database.ts'
import { type Program, programEnv, startProgram } from '../../support/program.ts'
import { runSitewatch } from '../../support/sitewatch.ts'

function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'sitewatch-history-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const ALL = ['api', 'collector', 'prober', 'worker']
const start = (database: TestDatabase, env: Record<string, string>, roles = ALL): Promise<Program> =>
  startProgram(database, { roles, env: { SITEWATCH_ANCHORS: 'none', ...env } })

async function stop(program: Program): Promise<void> {
  program.kill('SIGTERM')
  await program.ended
}

const sitewatch = (database: TestDatabase, args: readonly string[], env: Record<string, string>) =>
  runSitewatch([...args, '--json'], { env: programEnv(database, env) })
const adopt = (database: TestDatabase, folder: string) =>
  sitewatch(database, ['history', 'adopt'], { SITEWATCH_DATA_DIR: folder })

/** Its output without the log, which is JSON. */
const plainLines = (error: unknown): string[] =>
  (error as Error).message.split('\n').filter((line) => !/"level"/.test(line))

describe('the history store of a database', () => {
  it('belongs to one data directory: a second process with another one exits with one line that names the adopt command', async () => {
    const database = await cloneDatabase()
    const [first, second] = [makeFolder(), makeFolder()]
    const program = await start(database, { SITEWATCH_DATA_DIR: first })
    const refusal = await start(database, { SITEWATCH_DATA_DIR: second }).then(
      () => new Error('it runs'),
      (error: unknown) => error,
    )
    expect(plainLines(refusal)).toHaveLength(1)
    expect(plainLines(refusal)[0]).toMatch(
      /belongs to history store [0-9a-f-]{36}, but the folder .* is new or empty\./,
    )
    expect(plainLines(refusal)[0]).toContain('sitewatch history adopt')

    const early = await adopt(database, second)
    expect(early).toMatchObject({ code: 1, stdout: '' })
    expect(early.stderr).toMatch(/worker\(s\) are still running.* Stop all processes/)
    await stop(program)
    const adopted = await adopt(database, second)
    expect(adopted).toMatchObject({ code: 0, stderr: '' })
    const { store_id, previous_store_id } = JSON.parse(adopted.stdout) as Record<string, string>
    expect(store_id).not.toBe(previous_store_id)
    await expect(start(database, { SITEWATCH_DATA_DIR: first })).rejects.toThrow(`is store ${previous_store_id}`)
  })

  it('is not opened by doctor while the service uses it', async () => {
    const database = await cloneDatabase()
    const folder = makeFolder()
    const program = await start(database, { SITEWATCH_DATA_DIR: folder }, ['api', 'worker'])
    const { stdout } = await sitewatch(database, ['doctor'], { SITEWATCH_DATA_DIR: folder })
    const { findings } = JSON.parse(stdout) as { findings: { check: string; ok: boolean; says: string }[] }
    expect(findings.find(({ check }) => check === 'history store')).toMatchObject({
      ok: true,
      says: `Not tested: the service is running and uses the folder ${folder} (process ${program.pid}). See /readyz and /metrics for its health.`,
    })
    await stop(program)
  })

  it('ends a process whose ClickHouse server becomes available late and is a different store', async () => {
    const database = await cloneDatabase()
    const ownServer = await startClickHouseFront({ folder: makeFolder() })
    await stop(await start(database, { CLICKHOUSE_URL: ownServer.url }, ['worker']))
    await ownServer.kill()
    const program = await start(database, { CLICKHOUSE_URL: ownServer.url }, ['worker'])
    const foreign = await startClickHouseFront({ folder: makeFolder(), port: Number(new URL(ownServer.url).port) })
    onTestFinished(() => foreign.kill())
    await database.admin.query(
      `insert into inbox (kind, row_count, raw_bytes, body, created_at) values ('events', 1, 8, $1, now() - interval '1 h')`,
      [zstdCompressSync('{"n":1}\n')],
    )
    expect(await program.ended).toMatchObject({ code: 1 })
    expect(program.lines.at(-1)?.['msg']).toMatch(/^This database belongs to history store .* is new or empty\./)
  })

  it('is migrated by "sitewatch migrate" if it is a server, so that processes need not migrate when they start', async () => {
    const database = await cloneDatabase()
    const front = await startClickHouseFront({ folder: makeFolder() })
    onTestFinished(() => front.kill())
    const env = { CLICKHOUSE_URL: front.url, SITEWATCH_MIGRATE: '0' }
    const { code, stdout } = await sitewatch(database, ['migrate'], env)
    expect(code).toBe(0)
    expect((JSON.parse(stdout) as { migrated: string[] }).migrated).toContain('clickhouse/baseline')
    const again = await sitewatch(database, ['migrate'], env)
    expect(again).toMatchObject({ code: 0, stdout: '{"migrated":[]}\n' })
  })

  it.each(['api', 'worker'])('is required: the role %s without CLICKHOUSE_URL exits with one line', async (role) => {
    const { code, stderr } = await runSitewatch(['start', role], {
      env: programEnv({ url: 'postgres://127.0.0.1:1/x' }, { SITEWATCH_DATA_DIR: '/nowhere' }),
    })
    expect(code).toBe(1)
    expect(stderr).toMatch(new RegExp(`^The role "${role}" without "(api|worker)" needs CLICKHOUSE_URL: [^\\n]+\\n$`))
  })
})
