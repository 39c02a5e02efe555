import { chownSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createBackupMetrics } from '../../src/backup/index.ts'
import { openDump } from '../../src/platform/postgres/dump.ts'
import { isBackupDue, runScheduledBackup } from '../../src/backup/tasks.ts'
import { countTable, openClickHouse } from '../../src/platform/clickhouse/index.ts'
import { createLog, logOptions } from '../../src/platform/log.ts'
import { listMigrations, migrateSchema } from '../../src/platform/postgres/migrate.ts'
import { startWorkerRole } from '../../src/roles/worker.ts'
import { startApp } from '../support/app.ts'
import { startClickHouseFront } from '../support/clickhouse-front.ts'
import { ROOT, runCommand } from '../support/command.ts'
import { createEmptyDatabase } from '../support/database.ts'
import { programEnv } from '../support/program.ts'
import { startSmtpSink } from '../support/smtp-sink.ts'

function makeFolder(name: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), `sitewatch-${name}-`))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const runSitewatch = (env: NodeJS.ProcessEnv, ...args: string[]) =>
  runCommand(process.execPath, [path.join(ROOT, 'server/launch/sitewatch.cjs'), ...args], { env })

/** Of the last hour: ClickHouse deletes single checks after 30 days. */
const SLOT = new Date(Date.now() - 3_600_000).toISOString().slice(0, 23).replace('T', ' ')
const CHECK = {
  user_id: 1,
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
    const [folder, secrets] = [makeFolder('backups'), makeFolder('secrets')]
    const [right, wrong] = ['right', 'wrong'].map((name) => path.join(secrets, name)) as [string, string]
    writeFileSync(right, 'a passphrase that is right\n')
    writeFileSync(wrong, 'a passphrase that is wrong\n')
    const env = programEnv(app.database, { CLICKHOUSE_URL: front.url })
    const sealed = ['--passphrase-file', right]

    for (let n = 0; n < 2; n++) {
      const made = await runSitewatch(env, 'backup', '--to', folder, '--keep', '1', '--verify', '--json', ...sealed)
      expect(made.code, made.stderr).toBe(0)
      expect(JSON.parse(made.stdout)).toMatchObject({ verified: true, rows: expect.any(Number), history_rows: 1 })
    }
    const [name = '', ...others] = readdirSync(folder)
    expect(others).toEqual([])
    const backup = path.join(folder, name)
    const opened = await runSitewatch(env, 'backup', '--verify', backup, '--passphrase-file', wrong)
    expect([opened.code, opened.stderr]).toEqual([1, 'The passphrase is wrong, or the file was changed.\n'])
    const refused = await runSitewatch(env, 'backup', '--verify', backup)
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('This backup is encrypted')])

    const empty = await createEmptyDatabase()
    const place = { SITEWATCH_DATA_DIR: path.join(makeFolder('restored'), 'history'), CLICKHOUSE_URL: undefined }
    const target = programEnv(empty, { SITEWATCH_DATA_DIR: place.SITEWATCH_DATA_DIR })
    const restored = await runSitewatch(target, 'restore', '--from', folder, '--json', ...sealed)
    expect(restored.code, restored.stderr).toBe(0)
    const { rows } = await empty.admin.query('select email from sitewatch.users')
    expect(rows).toEqual([{ email: user.email }])
    const clickhouse = await openClickHouse(place, createLog('silent'))
    const counts = await Promise.all(['checks', 'checks_hourly'].map((table) => countTable(clickhouse, table)))
    await clickhouse.close()
    expect(counts).toEqual([1, 1])

    const file = path.join(backup, 'postgres/sitewatch.users.copy.zst')
    const bytes = readFileSync(file)
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
    writeFileSync(file, bytes)
    const damaged = await runSitewatch(env, 'backup', '--verify', backup, ...sealed)
    expect([damaged.code, damaged.stderr]).toEqual([1, expect.stringContaining('sitewatch.users.copy.zst is damaged')])
  })

  it('refuses a data folder that is not the one of the service, while it runs and while it is stopped', async () => {
    const app = await startApp({ SITEWATCH_DATA_DIR: makeFolder('data') })
    const worker = await startWorkerRole(app.parts)
    const [to, other] = [makeFolder('backups'), makeFolder('other')]
    const backUp = () => runSitewatch(programEnv(app.database, { SITEWATCH_DATA_DIR: other }), 'backup', '--to', to)
    const running = await backUp()
    const message = `The running service does not keep its history in ${other}. Set SITEWATCH_DATA_DIR to the folder of the service.\n`
    expect([running.code, running.stderr]).toEqual([1, message])
    await worker.stop()
    await app.stop()
    const stopped = await backUp()
    expect([stopped.code, stopped.stderr]).toEqual([1, expect.stringContaining(`${other} is new or empty. Set `)])
    expect(readdirSync(to)).toEqual([])
  })

  it('like every command that opens the history, refuses to do so as root in the folder of another user', async () => {
    const app = await startApp({ SITEWATCH_DATA_DIR: makeFolder('data') })
    await app.stop()
    const folder = makeFolder('of-the-service')
    const to = makeFolder('backups')
    const run = (...args: string[]) => runSitewatch(programEnv(app.database, { SITEWATCH_DATA_DIR: folder }), ...args)
    chownSync(folder, 65_534, 65_534)
    const message =
      `The history in ${folder} belongs to user 65534, who could not use what root writes there. ` +
      'Run this command as the user of the service, for example with "runuser -u sitewatch -- …".'
    for (const args of [
      ['backup', '--to', to],
      ['history', 'adopt'],
    ]) {
      const refused = await run(...args)
      expect([refused.code, refused.stderr], args[0]).toEqual([1, `${message}\n`])
    }
    expect((await run('doctor')).stdout).toContain(message)
    expect(readdirSync(folder)).toEqual([])
  })

  it('restores a backup of an older schema and migrates it, while the service is stopped', async () => {
    const [old, empty] = await Promise.all([createEmptyDatabase(), createEmptyDatabase()])
    const client = await old.admin.connect()
    const older = listMigrations().filter((name) => name <= '0052_maintenance_all_monitors.sql')
    await migrateSchema(client, old.url, createLog('silent'), older)
    client.release()
    await old.admin.query(
      `insert into sitewatch.users (email, password_hash, data_key) values ('a@example.com', 'x', '')`,
    )
    const to = makeFolder('backups')
    const made = await runSitewatch(programEnv(old, { SITEWATCH_DATA_DIR: makeFolder('old') }), 'backup', '--to', to)
    expect(made.code, made.stderr).toBe(0)
    expect(made.stdout).toMatch(/^Backup of \d{4}-.* rows \(events and checks: 0\), .* MiB, .* s\.\n$/)
    const env = programEnv(empty, { SITEWATCH_DATA_DIR: path.join(makeFolder('new'), 'history') })
    const restored = await runSitewatch(env, 'restore', '--from', to)
    expect(restored.code, restored.stderr).toBe(0)
    const { rows } = await empty.admin.query<{ name: string }>('select name from sitewatch.migrations order by name')
    expect(rows.map(({ name }) => name)).toEqual(listMigrations())
    expect((await empty.admin.query('select email from sitewatch.users')).rows).toEqual([{ email: 'a@example.com' }])
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
