import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { pino } from 'pino'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import {
  BackupReader,
  createBackup,
  createBackupMetrics,
  Passphrase,
  restoreBackup,
  verifyBackup,
} from '../../src/backup/index.ts'
import { readConfig } from '../../src/config.ts'
import type { Manifest, StoredFile } from '../../src/backup/manifest.ts'
import { LAST_OLDER_MIGRATION } from '../../src/platform/older-checkout.ts'
import { openDump } from '../../src/platform/postgres/dump.ts'
import { isBackupDue, runScheduledBackup } from '../../src/backup/tasks.ts'
import { countTable, defineQuery, integer64, openClickHouse } from '../../src/platform/clickhouse/index.ts'
import { appendInbox, unpackRows } from '../../src/platform/inbox/index.ts'
import { createLog, logOptions } from '../../src/platform/log.ts'
import { listMigrations, migrateSchema } from '../../src/platform/postgres/migrate.ts'
import { prepareDatabase } from '../../src/platform/postgres/provision.ts'
import { startWorkerRole } from '../../src/roles/worker.ts'
import { startApp } from '../support/app.ts'
import { startClickHouseFront } from '../support/clickhouse-front.ts'
import { ROOT } from '../support/command.ts'
import { createEmptyDatabase } from '../support/database.ts'
import { programEnv } from '../support/program.ts'
import { runSitewatch } from '../support/sitewatch.ts'
import { startSmtpSink } from '../support/smtp-sink.ts'

function makeFolder(name: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), `sitewatch-${name}-`))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const SITEWATCH = path.join(ROOT, 'server/launch/sitewatch.cjs')
const silent = createLog('silent')

/** What the commands do, in this process: each start of one takes a second of CPU time. The commands themselves are tested in test/cli. */
const backUp = (env: NodeJS.ProcessEnv, to: string, options: { sealing?: Passphrase; keep?: number } = {}) =>
  createBackup({ config: readConfig(env), log: silent, to, sealing: null, keep: undefined, ...options })
const verify = async (folder: string, sealing: Passphrase | null = null) =>
  verifyBackup(await BackupReader.open(folder, sealing))
const restore = async (env: NodeJS.ProcessEnv, from: string, sealing: Passphrase | null = null) => {
  const reader = await BackupReader.open(from, sealing)
  await verifyBackup(reader, { countHistory: false })
  return restoreBackup(readConfig(env), silent, reader)
}

/** Of the last hour: ClickHouse deletes single checks after 30 days. */
const SLOT = new Date(Date.now() - 3_600_000).toISOString().slice(0, 23).replace('T', ' ')
const CHECK = {
  team_id: 1,
  monitor_id: 1,
  location: '',
  slot: SLOT,
  started_at: SLOT,
  status: 'up',
}

describe('sitewatch backup', () => {
  it('makes encrypted, verified backups, keeps the newest, and restores from a ClickHouse server into the embedded engine', async () => {
    const front = await startClickHouseFront({ folder: makeFolder('server') })
    onTestFinished(() => front.kill())
    const app = await startApp({ CLICKHOUSE_URL: front.url })
    const user = await app.makeUser()
    expect(await app.parts.clickhouse.ping()).toBe(true)
    await app.parts.clickhouse.insert({ table: 'checks', token: 'a', rows: [CHECK] })
    const folder = makeFolder('backups')
    const sealing = new Passphrase('a passphrase that is right')
    const env = programEnv(app.database, { CLICKHOUSE_URL: front.url })
    for (let n = 0; n < 2; n++) {
      const made = await backUp(env, folder, { sealing, keep: 1 })
      expect(made).toMatchObject({ rows: expect.any(Number), history_rows: 1 })
      expect(await verify(made.folder, sealing)).toMatchObject({ rows: made.rows, history_rows: 1 })
    }
    const [name = '', ...others] = readdirSync(folder)
    expect(others).toEqual([])
    const backup = path.join(folder, name)
    const wrong = new Passphrase('a passphrase that is wrong')
    await expect(verify(backup, wrong)).rejects.toThrow('The passphrase is wrong, or the file was changed.')
    await expect(verify(backup)).rejects.toThrow('This backup is encrypted')

    const empty = await createEmptyDatabase()
    const place = { SITEWATCH_DATA_DIR: path.join(makeFolder('restored'), 'history'), CLICKHOUSE_URL: undefined }
    await restore(programEnv(empty, { SITEWATCH_DATA_DIR: place.SITEWATCH_DATA_DIR }), folder, sealing)
    const { rows } = await empty.admin.query('select email from sitewatch.users')
    expect(rows).toEqual([{ email: user.email }])
    const clickhouse = await openClickHouse(place, silent)
    const counts = await Promise.all(['checks', 'checks_hourly'].map((table) => countTable(clickhouse, table)))
    await clickhouse.close()
    expect(counts).toEqual([1, 1])

    const file = path.join(backup, 'postgres/sitewatch.users.copy.zst')
    const bytes = readFileSync(file)
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
    writeFileSync(file, bytes)
    await expect(verify(backup, sealing)).rejects.toThrow('sitewatch.users.copy.zst is damaged')
  })

  it('refuses a data folder that is not the one of the service, while it runs and while it is stopped', async () => {
    const app = await startApp({ SITEWATCH_DATA_DIR: makeFolder('data') })
    const worker = await startWorkerRole(app.parts)
    const [to, other] = [makeFolder('backups'), makeFolder('other')]
    const env = programEnv(app.database, { SITEWATCH_DATA_DIR: other })
    await expect(backUp(env, to)).rejects.toThrow(
      `The running service does not keep its history in ${other}. Set SITEWATCH_DATA_DIR to the folder of the service.`,
    )
    await worker.stop()
    await app.stop()
    await expect(backUp(env, to)).rejects.toThrow(`${other} is new or empty. Set `)
    expect(readdirSync(to)).toEqual([])
  })

  it('like every command that opens the history, refuses to do so as root in the folder of another user', async () => {
    const app = await startApp({ SITEWATCH_DATA_DIR: makeFolder('data') })
    await app.stop()
    const folder = makeFolder('of-the-service')
    const to = makeFolder('backups')
    const env = programEnv(app.database, { SITEWATCH_DATA_DIR: folder })
    chownSync(folder, 65_534, 65_534)
    const message =
      `The history in ${folder} belongs to user 65534, who could not use what root writes there. ` +
      'Run this command as the user of the service, for example with "runuser -u sitewatch -- …".'
    await expect(backUp(env, to)).rejects.toThrow(message)
    const adopted = await runSitewatch(['history', 'adopt'], { env })
    expect([adopted.code, adopted.stderr]).toEqual([1, `${message}\n`])
    expect((await runSitewatch(['doctor'], { env })).stdout).toContain(message)
    expect(readdirSync(folder)).toEqual([])
  })

  it('runs no statement of a manifest, as those of releases before had: the tables come from the migrations', async () => {
    const folder = makeFolder('data')
    const app = await startApp({ SITEWATCH_DATA_DIR: folder })
    await app.parts.clickhouse.ping()
    await app.parts.clickhouse.insert({ table: 'checks', token: 'a', rows: [CHECK] })
    await app.stop()
    const made = await backUp(programEnv(app.database, { SITEWATCH_DATA_DIR: folder }), makeFolder('backups'))
    const file = path.join(made.folder, 'manifest.json')
    const manifest = JSON.parse(readFileSync(file, 'utf8'))
    const events = manifest.history.tables.find(({ name }: { name: string }) => name === 'events')
    events.ddl = 'CREATE TABLE planted (x UInt8) ENGINE = MergeTree ORDER BY x'
    writeFileSync(file, JSON.stringify(manifest))
    await verify(made.folder)
    const place = { SITEWATCH_DATA_DIR: path.join(makeFolder('restored'), 'history'), CLICKHOUSE_URL: undefined }
    const empty = await createEmptyDatabase()
    await restore(programEnv(empty, { SITEWATCH_DATA_DIR: place.SITEWATCH_DATA_DIR }), made.folder)
    const clickhouse = await openClickHouse(place, silent)
    onTestFinished(() => clickhouse.close())
    const counts = ['checks', 'checks_hourly', 'checks_daily', 'events'].map((table) => countTable(clickhouse, table))
    expect(await Promise.all(counts)).toEqual([1, 1, 1, 0])
    await expect(countTable(clickhouse, 'planted')).rejects.toThrow()
    // The views are back: what is inserted after the restore is summed up as well.
    await clickhouse.insert({ table: 'checks', token: 'b', rows: [{ ...CHECK, monitor_id: 2 }] })
    expect(await countTable(clickhouse, 'checks_hourly')).toBe(2)
  })

  it('restores a backup of an older schema and migrates it, while the service is stopped', async () => {
    const [old, empty] = await Promise.all([createEmptyDatabase(), createEmptyDatabase()])
    await prepareDatabase(readConfig(programEnv(old)), silent, false)
    const client = await old.admin.connect()
    await migrateSchema(client, old.url, silent, { only: ['baseline'] })
    client.release()
    await old.admin.query(`insert into users (email, password_hash, data_key) values ('a@example.com', 'x', '')`)
    const to = makeFolder('backups')
    const made = await backUp(programEnv(old, { SITEWATCH_DATA_DIR: makeFolder('old') }), to)
    expect(made).toMatchObject({ history_rows: 0, removed: [] })
    await expect(verify(made.folder, new Passphrase('a passphrase of ours'))).rejects.toThrow(
      'is not encrypted, but a passphrase is set',
    )
    await restore(programEnv(empty, { SITEWATCH_DATA_DIR: path.join(makeFolder('new'), 'history') }), to)
    const { rows } = await empty.admin.query<{ name: string }>('select name from sitewatch.migrations order by name')
    expect(rows.map(({ name }) => name)).toEqual(listMigrations().sort())
    expect((await empty.admin.query('select email from sitewatch.users')).rows).toEqual([{ email: 'a@example.com' }])
  })
})

function rewrite(folder: string, stored: StoredFile, change: (rows: string) => string): StoredFile {
  const file = path.join(folder, stored.file)
  const bytes = zstdCompressSync(
    Buffer.from(change(zstdDecompressSync(readFileSync(file)).toString('latin1')), 'latin1'),
  )
  writeFileSync(file, bytes)
  return { ...stored, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** Turns a backup into one of a checkout before the baseline, whose monitors had a column for each setting of an http check as well, and whose history
 * of checks named the team differently. */
function makeOlder(folder: string, migrations: readonly string[]): void {
  const file = path.join(folder, 'manifest.json')
  const manifest: Manifest = JSON.parse(readFileSync(file, 'utf8'))
  const { postgres, history } = manifest
  postgres.migrations = [...migrations]
  for (const sequence of postgres.sequences) {
    if (sequence.name === 'notices_id_seq') sequence.name = 'expiry_notices_id_seq'
  }
  for (const table of history.tables) {
    if (table.name === 'sitewatch_schema') table.name = 'sitewatch_migrations'
    // The name of a column follows its length: the byte 7.
    const rename = (rows: string) => rows.replaceAll('\u0007team_id', '\u0007user_id')
    if (table.stored) table.stored = rewrite(folder, table.stored, rename)
  }
  const monitors = postgres.tables.find(({ name }) => name === 'monitors')
  if (!monitors) throw new Error('no monitors')
  monitors.columns.splice(2, 0, 'method', 'keyword')
  monitors.stored = rewrite(folder, monitors.stored, (rows) => rows.replace(/^([^\t]*\t[^\t]*)/gm, '$1\tGET\t\\\\N'))
  writeFileSync(file, JSON.stringify(manifest))
}

describe('a backup of a checkout before the baseline', () => {
  async function makeBackup(): Promise<{ folder: string; monitor: unknown }> {
    const folder = makeFolder('data')
    const app = await startApp({ SITEWATCH_DATA_DIR: folder })
    await app.parts.clickhouse.insert({ table: 'checks', token: 'a', rows: [CHECK] })
    const { key } = await app.makeUser()
    const json = { friendly_name: 'Ä\tshop', url: 'https://a.example/', request_headers: { a: 'a header value' } }
    expect((await app.call('POST', '/api/monitors', { key, json })).status).toBe(201)
    const waiting = `{"user_id":7,"message":"user_id Ä"}\n{"user_id":8}\n`
    await app.parts.postgres.asRole('worker', (tx) => appendInbox(tx, 'checks', { ndjson: waiting, count: 2 }))
    await app.database.admin.query(
      `insert into inbox_refused (kind, row_count, raw_bytes, body, error, created_at)
       values ('checks', 1, 1, 'cannot be read', 'cannot be read', now())`,
    )
    await app.stop()
    const made = await backUp(programEnv(app.database, { SITEWATCH_DATA_DIR: folder }), makeFolder('backups'))
    return { folder: made.folder, monitor: (await app.database.admin.query('select * from monitors')).rows[0] }
  }

  async function startServer(): Promise<string> {
    const front = await startClickHouseFront({ folder: makeFolder('server') })
    onTestFinished(() => front.kill())
    return front.url
  }
  const teams = defineQuery({
    name: 'test.teams',
    sql: 'SELECT (SELECT max(team_id) FROM checks) AS raw, (SELECT max(team_id) FROM checks_daily) AS daily',
    params: z.object({}),
    row: z.object({ raw: integer64, daily: integer64 }),
  })

  it('is restored if that checkout had all migrations: what the baseline does not have is left out, and what it names differently is renamed', async () => {
    const { folder, monitor } = await makeBackup()
    makeOlder(folder, ['0001_foundation.sql', LAST_OLDER_MIGRATION])
    const embedded = { SITEWATCH_DATA_DIR: path.join(makeFolder('restored'), 'history'), CLICKHOUSE_URL: undefined }
    for (const place of [embedded, { ...embedded, CLICKHOUSE_URL: await startServer() }]) {
      const empty = await createEmptyDatabase()
      await restore(programEnv(empty, place), folder)
      expect((await empty.admin.query('select * from sitewatch.monitors')).rows).toEqual([monitor])
      const bodies = await empty.admin.query<{ body: Buffer }>('select body from sitewatch.inbox')
      expect(bodies.rows.map(({ body }) => unpackRows(body).toString())).toEqual([
        `{"team_id":7,"message":"user_id Ä"}\n{"team_id":8}\n`,
      ])
      const refused = await empty.admin.query<{ body: Buffer }>('select body from sitewatch.inbox_refused')
      expect(refused.rows.map(({ body }) => body.toString())).toEqual(['cannot be read'])
      const clickhouse = await openClickHouse(place, silent)
      onTestFinished(() => clickhouse.close())
      expect(await clickhouse.read(teams, {}), clickhouse.kind).toEqual([{ raw: 1, daily: 1 }])
    }
  })

  it('is refused if it had not, and nothing is written', async () => {
    const { folder } = await makeBackup()
    makeOlder(folder, ['0001_foundation.sql'])
    const [empty, place] = [await createEmptyDatabase(), path.join(makeFolder('restored'), 'history')]
    await expect(restore(programEnv(empty, { SITEWATCH_DATA_DIR: place }), folder)).rejects.toThrow(
      /^This backup was made by a checkout older than 0\.3\.0\. The last commit that opens it is [0-9a-f]{40}: /,
    )
    expect(existsSync(place)).toBe(false)
    expect((await empty.admin.query(`select from pg_namespace where nspname = 'sitewatch'`)).rowCount).toBe(0)
  })
})

describe('a killed backup', () => {
  it('never looks complete, and the next one removes what is left of it', async () => {
    const { database } = await startApp()
    const env = programEnv(database, { SITEWATCH_DATA_DIR: makeFolder('data') })
    const to = makeFolder('backups')
    // The copy of this table waits, so that the backup is killed in the middle.
    const blocker = await database.admin.connect()
    await blocker.query('begin; lock table users in access exclusive mode')
    const command = spawn(process.execPath, [SITEWATCH, 'backup', '--to', to], { env, stdio: 'inherit' })
    const ended = once(command, 'exit')
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await database.admin.query(waiting)).rowCount).toBe(1)
    command.kill('SIGKILL')
    expect(await ended).toEqual([null, 'SIGKILL'])
    await blocker.query('rollback')
    blocker.release()
    expect(readdirSync(to)).toEqual([expect.stringMatching(/\.partial$/)])
    const { folder } = await backUp(env, to)
    expect(readdirSync(to)).toEqual([path.basename(folder)])
    await verify(folder)
  })
})

describe('scheduled backups', () => {
  const never = {
    attempted_at: null,
    succeeded_at: null,
    failed_at: null,
    duration_ms: 0,
    bytes: 0,
    failures: 0,
    error: '',
  }

  it('are due once per interval, and an hour after a failure', () => {
    const day = 86_400
    expect(isBackupDue(never, 24, 0)).toBe(true)
    expect(isBackupDue({ ...never, attempted_at: 0, succeeded_at: 1 }, 24, day)).toBe(false)
    expect(isBackupDue({ ...never, attempted_at: 0, succeeded_at: 1 }, 24, day + 1)).toBe(true)
    expect(isBackupDue({ ...never, attempted_at: 100, failed_at: 101 }, 24, 3000)).toBe(false)
    expect(isBackupDue({ ...never, attempted_at: 100, failed_at: 101 }, 24, 3700)).toBe(true)
  })

  it('send one mail to the administrators when one fails, and update the metrics when one succeeds', async () => {
    const mails = await startSmtpSink()
    const data = makeFolder('data')
    const folder = makeFolder('scheduled')
    const env = {
      SMTP_URL: mails.url,
      SITEWATCH_LOG_LEVEL: 'silent',
      SITEWATCH_DATA_DIR: data,
      SITEWATCH_BACKUP_DIR: folder,
    }
    const lines: string[] = []
    const log = pino(logOptions('info'), { write: (line: string) => void lines.push(line) })
    const app = await startApp(env, { log })
    const administrator = await app.makeAdministrator()
    createBackupMetrics(app.parts.metrics, app.parts.postgres)
    for (const [name, value] of Object.entries(programEnv(app.database, { SITEWATCH_DATA_DIR: data })))
      if (value !== undefined) vi.stubEnv(name, value)
    // Vite sets its own value.
    vi.stubEnv('BASE_URL', '')
    onTestFinished(() => void vi.unstubAllEnvs())

    // A file where the folder should be makes the backup fail.
    writeFileSync(path.join(folder, 'file'), '')
    const broken = { ...app.parts, config: { ...app.parts.config, SITEWATCH_BACKUP_DIR: path.join(folder, 'file') } }
    await runScheduledBackup(broken)
    await runScheduledBackup(broken, Date.now() / 1000 + 4000)
    expect(lines.filter((line) => line.includes('backup failed, will retry in an hour')).length, lines.join('')).toBe(2)
    expect(
      mails.mails.map(({ to }) => to),
      lines.join(''),
    ).toEqual([[administrator.email]])
    expect(mails.mails[0]?.source).toContain('Subject: Sitewatch backup failed')
    expect(await app.parts.metrics.registry.metrics()).toMatch(/^sitewatch_backup_failures 2$/m)

    // A backup that is still running is not started again, and does not count as a failure.
    const running = await openDump(app.database.url)
    await runScheduledBackup(broken, Date.now() / 1000 + 8000)
    await running.close()
    expect(await app.parts.metrics.registry.metrics()).toMatch(/^sitewatch_backup_failures 2$/m)

    rmSync(path.join(folder, 'file'))
    await runScheduledBackup(app.parts, Date.now() / 1000 + 4000)
    expect(readdirSync(folder), lines.join('')).toEqual([expect.stringMatching(/^sitewatch-\d{8}T\d{6}Z$/)])
    await runScheduledBackup(app.parts)
    expect(readdirSync(folder)).toHaveLength(1)
    const metrics = await app.parts.metrics.registry.metrics()
    expect(metrics).toMatch(/^sitewatch_backup_last_success_timestamp_seconds \d+/m)
    expect(metrics).toMatch(/^sitewatch_backup_last_size_bytes \d+/m)
  })
})
