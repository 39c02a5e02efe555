import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { KEY_PATTERN, SCOPES } from '@sitewatch/contract'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { listMigrations } from '../../src/platform/postgres/migrate.ts'
import { startApp } from '../support/app.ts'
import { ROOT, runCommand, SYSTEM_PATH } from '../support/command.ts'
import type { InProcessOptions } from '../support/command-io.ts'
import { createEmptyDatabase, type TestDatabase } from '../support/database.ts'
import { TEST_SECRET } from '../support/secret.ts'
import { runSitewatch } from '../support/sitewatch.ts'

const app = await startApp()
const PASSWORD = 'a long enough password'
const dataDir = mkdtempSync(path.join(tmpdir(), 'sitewatch-cli-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const envFor = (database: Pick<TestDatabase, 'url'>, more: Record<string, string> = {}) => ({
  DATABASE_URL: database.url,
  SITEWATCH_SECRET: TEST_SECRET,
  SITEWATCH_DATA_DIR: dataDir,
  // The default anchors are on the internet.
  SITEWATCH_ANCHORS: 'none',
  ...more,
})

const LAUNCHER = path.join(ROOT, 'server/launch/sitewatch.cjs')

const sitewatch = (args: readonly string[], options: InProcessOptions = {}) =>
  runSitewatch(args, { env: envFor(app.database), ...options })

const oneLine = (text: string): unknown => {
  expect(text).toMatch(/^[^\n]+\n$/)
  return JSON.parse(text)
}

let emailCount = 0
const newEmail = (): string => `cli-${emailCount++}@example.com`
const createUser = (...args: string[]) => sitewatch(['user', 'create', ...args, '--json'])

describe('sitewatch user create', () => {
  it('makes the first account the administrator and the next a user, and prints one line of JSON', async () => {
    const database = await createEmptyDatabase()
    const create = (email: string, ...more: string[]) =>
      sitewatch(['user', 'create', '--email', email, '--password', PASSWORD, '--json', ...more], {
        env: envFor(database),
      })
    const first = await create('Owner@Example.com')
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(oneLine(first.stdout)).toMatchObject({ object: 'user', email: 'owner@example.com', is_administrator: true })
    expect(oneLine((await create('two@example.com')).stdout)).toMatchObject({ is_administrator: false })
    const third = await create('three@example.com', '--administrator')
    expect(oneLine(third.stdout)).toMatchObject({ is_administrator: true })
  })

  it('reads the password from standard input, without its line end', async () => {
    await app.makeUser()
    const email = newEmail()
    const { code } = await sitewatch(['user', 'create', '--email', email, '--password-stdin', '--json'], {
      stdin: `${PASSWORD}\n`,
    })
    expect(code).toBe(0)
    const signedIn = await app.call('POST', '/api/session', { json: { email, password: PASSWORD } })
    expect(signedIn.status).toBe(201)
  })

  it.each([
    ['no password', ['--email', 'a@example.com']],
    ['two passwords', ['--email', 'a@example.com', '--password', PASSWORD, '--password-stdin']],
    ['a short password', ['--email', 'a@example.com', '--password', 'short']],
    ['a long password', ['--email', 'a@example.com', '--password', 'a'.repeat(201)]],
    ['no e-mail address', ['--email', 'nobody', '--password', PASSWORD]],
  ])('exits with 1 and one line that says what to do: %s', async (_what, args) => {
    const { code, stdout, stderr } = await createUser(...args)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^[^\n]+\.\n$/)
  })

  it('exits with 1 when the account exists', async () => {
    const user = await app.makeUser()
    const { code, stdout, stderr } = await createUser('--email', user.email.toUpperCase(), '--password', PASSWORD)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^An account with this e-mail address already exists[^\n]*\n$/)
  })
})

describe('sitewatch user create at a terminal', () => {
  /** `script` gives the command a terminal; its output there is returned as standard output. */
  const typeInto = (args: readonly string[], stdin: string) => {
    const command = [process.execPath, LAUNCHER, ...args].join(' ')
    return runCommand('script', ['-qec', command, '/dev/null'], { env: envFor(app.database), stdin })
  }

  it('prompts for the password and does not show it', async () => {
    const email = newEmail()
    const { code, stdout } = await typeInto(['user', 'create', '--email', email], `${PASSWORD}\n`)
    expect(code).toBe(0)
    expect(stdout).toMatch(/Password .*not shown/)
    // Input typed before the prompt is echoed by the terminal itself.
    expect(stdout.slice(stdout.indexOf('not shown'))).not.toContain(PASSWORD)
    const signedIn = await app.call('POST', '/api/session', { json: { email, password: PASSWORD } })
    expect(signedIn.status).toBe(201)
  })

  it('prompts also with --password-stdin, and keeps standard output for the result', async () => {
    const email = newEmail()
    const args = ['user', 'create', '--email', email, '--password-stdin', '--json']
    const { stdout, stderr } = await sitewatch(args, { stdin: `${PASSWORD}\n`, isTTY: true })
    expect(oneLine(stdout)).toMatchObject({ email })
    expect(stderr).toBe('Password (at least 10 characters, not shown): \n')
  })
})

describe('sitewatch user password', () => {
  it('restores access to an account: new password, no sessions, two-factor off if requested', async () => {
    const user = await app.makeUser()
    const cookie = await app.signIn(user)
    await app.database.admin.query('update users set two_factor_enabled_at = now() where id = $1', [user.id])
    const set = await sitewatch(
      ['user', 'password', '--email', user.email, '--password-stdin', '--remove-two-factor', '--json'],
      { stdin: 'another long password' },
    )
    expect(set).toMatchObject({ code: 0, stderr: '' })
    expect(oneLine(set.stdout)).toEqual({ object: 'user', id: user.id, email: user.email })
    expect((await app.call('GET', '/api/session', { cookie })).status).toBe(401)
    const json = { email: user.email, password: 'another long password' }
    expect((await app.call('POST', '/api/session', { json })).status).toBe(201)
    expect((await app.call('GET', '/api/keys', { key: user.key })).status).toBe(200)
  })

  it('exits with 1 for an unknown account', async () => {
    const args = ['user', 'password', '--email', 'nobody@example.com', '--password', PASSWORD]
    const { code, stderr } = await sitewatch(args)
    expect(code).toBe(1)
    expect(stderr).toMatch(/^No account has the address [^\n]+\n$/)
  })
})

describe('sitewatch user list', () => {
  it('lists all accounts, or those whose address contains a text', async () => {
    const user = await app.makeUser()
    const { stdout } = await sitewatch(['user', 'list', '--search', user.email.toUpperCase(), '--json'])
    expect(oneLine(stdout)).toMatchObject({ users: [{ id: user.id, email: user.email, is_administrator: false }] })
    expect((await sitewatch(['user', 'list', '--search', 'no such address'])).stdout).toMatch(/^No accounts\./)
  })
})

describe('with a SITEWATCH_SECRET other than the original', () => {
  const wrong = envFor(app.database, { SITEWATCH_SECRET: 'another secret than the one it was set up with' })

  it('no command writes, and one line explains the error', async () => {
    await app.makeUser()
    const email = newEmail()
    const { code, stdout, stderr } = await sitewatch(['user', 'create', '--email', email, '--password', PASSWORD], {
      env: wrong,
    })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^SITEWATCH_SECRET does not match [^\n]+\n$/)
    const { rowCount } = await app.database.admin.query('select 1 from users where email = $1', [email])
    expect(rowCount).toBe(0)
  })

  it('the service does not start', async () => {
    await app.makeUser()
    const { code, stderr } = await runCommand(process.execPath, [LAUNCHER, 'start', 'collector'], { env: wrong })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^SITEWATCH_SECRET does not match [^\n]+\n$/m)
  })

  it('sitewatch doctor reports it', async () => {
    await app.makeUser()
    const { code, stdout } = await sitewatch(['doctor'], { env: wrong })
    expect(code).toBe(1)
    expect(stdout).toMatch(/^FAIL +secret: SITEWATCH_SECRET does not match/m)
  })
})

describe('sitewatch inbox', () => {
  it('lists, retries and discards batches that were set aside', async () => {
    const add = (error: string) =>
      app.database.admin.query<{ id: string }>(
        `insert into inbox_refused (kind, row_count, raw_bytes, body, created_at, error)
         values ('events', 3, 30, '\\x00', now(), $1) returning id`,
        [error],
      )
    const [one, two] = [Number((await add('Unknown field')).rows[0]?.id), Number((await add('broken')).rows[0]?.id)]
    const listed = oneLine((await sitewatch(['inbox', 'list', '--json'])).stdout)
    expect(listed).toMatchObject({
      batches: [
        { id: one, kind: 'events', row_count: 3 },
        { id: two, error: 'broken' },
      ],
    })
    expect((await sitewatch(['doctor'])).stdout).toMatch(/^warn {2}inbox: 2 batches \(6 rows\) .*sitewatch inbox list/m)
    expect(oneLine((await sitewatch(['inbox', 'retry', String(one), '--json'])).stdout)).toEqual({ retried: 1 })
    expect(await sitewatch(['inbox', 'discard'])).toMatchObject({ code: 1, stdout: '' })
    expect(oneLine((await sitewatch(['inbox', 'discard', '--all', '--json'])).stdout)).toEqual({ discarded: 1 })
    const { rowCount } = await app.database.admin.query(`delete from inbox where kind = 'events' and row_count = 3`)
    expect(rowCount).toBe(1)
  })
})

describe('when Postgres refuses the connection', () => {
  it('a command explains how to create a missing database', async () => {
    const url = new URL(app.database.url)
    url.pathname = '/nowhere'
    const { code, stderr } = await sitewatch(['migrate'], { env: envFor({ url: url.href }) })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^Cannot connect .*"nowhere" does not exist.*createdb -h .* -U postgres nowhere\n$/)
  })

  it('a command reports at once that it waits, and for which server', async () => {
    const child = spawn(process.execPath, [LAUNCHER, 'migrate'], {
      env: { PATH: SYSTEM_PATH, ...envFor({ url: 'postgres://postgres@localhost:1/x' }) },
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    const [chunk] = (await once(child.stderr, 'data')) as [Buffer]
    expect(chunk.toString()).toMatch(
      /^waiting up to 30 s for Postgres: Cannot connect to Postgres at localhost:1: .*ECONNREFUSED/,
    )
  })
})

describe('sitewatch key create', () => {
  const createKey = (email: string, scopes: string, name = 'ci', ...more: string[]) =>
    sitewatch(['key', 'create', '--email', email, '--name', name, '--scopes', scopes, '--json', ...more])

  it('prints {"key":"sw_…"} and nothing else, and the key works', async () => {
    const user = await app.makeUser()
    const { code, stdout, stderr } = await createKey(user.email, 'all')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^\{"key":"sw_[0-9A-Za-z]{51}"\}\n$/)
    const { key } = oneLine(stdout) as { key: string }
    expect(key).toMatch(KEY_PATTERN)
    const { body } = await app.call('GET', '/api/keys', { key })
    expect(body.data[0]).toMatchObject({ name: 'ci', scopes: SCOPES, minted_by: null })
  })

  it('accepts a list of scopes, and websites to limit the key to', async () => {
    const user = await app.makeUser()
    const made = await app.call('POST', '/api/v1/websites', { key: user.key, json: { domain: 'cli.example.com' } })
    const id = made.body.data.id as number
    await createKey(user.email.toUpperCase(), 'stats:read, events:write', 'ci', '--websites', String(id))
    const { body } = await app.call('GET', '/api/keys', { key: user.key })
    expect(body.data[0]).toMatchObject({
      scopes: ['stats:read', 'events:write'],
      limited_to: { website_ids: [id], monitor_ids: [] },
    })
  })

  it('exits with 1 for an unknown account, scope or monitor, limits without a record, or a name that is too long', async () => {
    const user = await app.makeUser()
    const outcomes = await Promise.all([
      createKey('nobody@example.com', 'all'),
      createKey(user.email, 'everything'),
      createKey(user.email, 'all', 'ci', '--monitors', '999999999'),
      createKey(user.email, 'all', 'ci', '--websites', ''),
      createKey(user.email, 'all', 'x'.repeat(101)),
    ])
    for (const { code, stdout, stderr } of outcomes) {
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toMatch(/^[^\n]+\n$/)
    }
  })
})

describe('sitewatch migrate', () => {
  it('migrates an empty database, also with SITEWATCH_MIGRATE=0, and then finds nothing to do', async () => {
    const database = await createEmptyDatabase()
    const migrate = (...args: string[]) =>
      sitewatch(['migrate', ...args], { env: envFor(database, { SITEWATCH_MIGRATE: '0' }) })
    const first = await migrate('--json')
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(oneLine(first.stdout)).toEqual({ migrated: listMigrations() })
    expect(oneLine((await migrate('--json')).stdout)).toEqual({ migrated: [] })
    expect(await migrate()).toEqual({ code: 0, stdout: 'The schema is up to date.\n', stderr: '' })
  })

  it('runs once when it is started several times at once', async () => {
    const database = await createEmptyDatabase()
    const outcomes = await Promise.all(
      Array.from({ length: 3 }, () => sitewatch(['migrate', '--json'], { env: envFor(database) })),
    )
    expect(outcomes.map(({ code }) => code)).toEqual([0, 0, 0])
    const applied = outcomes.map(({ stdout }) => (oneLine(stdout) as { migrated: string[] }).migrated.length)
    expect(applied.sort()).toEqual([0, 0, listMigrations().length])
  })
})

describe('sitewatch doctor', () => {
  interface Report {
    healthy: boolean
    findings: { check: string; ok: boolean; says: string }[]
  }
  const doctor = (env: NodeJS.ProcessEnv, ...args: string[]) => sitewatch(['doctor', ...args], { env })

  it('exits with 0 where the service can run, and prints a line for each check', async () => {
    const { code, stdout } = await doctor(envFor(app.database))
    expect(code).toBe(0)
    for (const check of ['postgres', 'migrations', 'history store', 'base url', 'mail', 'ping', 'anchors']) {
      expect(stdout).toMatch(new RegExp(`^(ok|warn) +${check}: .+\\.$`, 'm'))
    }
    expect(stdout).toContain('plain http')
  })

  it('prints one line with --json', async () => {
    const { stdout } = await doctor(envFor(app.database, { BASE_URL: 'https://watch.example.com' }), '--json')
    const { healthy, findings } = oneLine(stdout) as Report
    expect(healthy).toBe(true)
    expect(findings.find(({ check }) => check === 'base url')).toMatchObject({ ok: true })
  })

  it('explains what ping needs when neither tool can ping this machine', async () => {
    const folder = mkdtempSync(path.join(dataDir, 'bin-'))
    for (const tool of ['fping', 'ping']) writeFileSync(path.join(folder, tool), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
    const CLICKHOUSE_URL = 'http://127.0.0.1:9'
    // A process looks for the tool once.
    const { stdout } = await runCommand(process.execPath, [LAUNCHER, 'doctor', '--json'], {
      env: envFor(app.database, { PATH: `${folder}:${SYSTEM_PATH}`, CLICKHOUSE_URL }),
    })
    const { findings } = oneLine(stdout) as Report
    expect(findings.find(({ check }) => check === 'ping')).toMatchObject({
      ok: false,
      says: expect.stringContaining('cap_net_raw') as string,
    })
  })

  it('lists unreachable anchors, and explains the effect when none is reachable', async () => {
    const anchor = createServer().listen(0, '127.0.0.1')
    await once(anchor, 'listening')
    onTestFinished(() => void anchor.close())
    const reachable = `127.0.0.1:${(anchor.address() as AddressInfo).port}`
    const readFinding = async (SITEWATCH_ANCHORS: string) => {
      const { stdout } = await doctor(envFor(app.database, { SITEWATCH_ANCHORS }), '--json')
      return (oneLine(stdout) as Report).findings.find(({ check }) => check === 'anchors')
    }
    expect(await readFinding(reachable)).toMatchObject({ ok: true, says: 'All are reachable.' })
    const some = await readFinding(`${reachable},127.0.0.1:1`)
    expect([some?.ok, some?.says]).toEqual([true, 'Not reachable: 127.0.0.1:1. One reachable anchor is enough.'])
    const none = await readFinding('127.0.0.1:1')
    expect([none?.ok, none?.says]).toEqual([false, expect.stringContaining('SITEWATCH_ANCHORS')])
  })

  it('writes a row to the history store and reads it back, and exits with 1 when it cannot', async () => {
    const readFinding = async (env: Record<string, string>) => {
      const { code, stdout } = await doctor(envFor(app.database, env), '--json')
      return { code, ...(oneLine(stdout) as Report).findings.find(({ check }) => check === 'history store') }
    }
    const ownDataDir = mkdtempSync(path.join(tmpdir(), 'sitewatch-doctor-'))
    onTestFinished(() => rmSync(ownDataDir, { recursive: true, force: true }))
    expect(await readFinding({ SITEWATCH_DATA_DIR: ownDataDir })).toMatchObject({
      code: 0,
      says: expect.stringMatching(/^Wrote a test row/),
    })
    const dead = await readFinding({ CLICKHOUSE_URL: 'http://user:secret-password@127.0.0.1:9' })
    expect(dead).toMatchObject({ code: 1, ok: false, says: expect.stringContaining('CLICKHOUSE_URL') })
    expect(dead.says).not.toContain('secret-password')
  })

  it('exits with 1 where the database is not migrated or not reachable', async () => {
    const empty = await createEmptyDatabase()
    const outcomes = await Promise.all([
      doctor(envFor(empty), '--json'),
      doctor(envFor({ url: 'postgres://nobody:secret-password@127.0.0.1:1/x' }), '--json'),
    ])
    const failing = outcomes.map(({ code, stdout }) => ({
      code,
      checks: (oneLine(stdout) as Report).findings.filter(({ ok }) => !ok).map(({ check }) => check),
    }))
    expect(failing[0]).toMatchObject({ code: 1, checks: expect.arrayContaining(['migrations']) })
    expect(failing[1]).toMatchObject({ code: 1, checks: expect.arrayContaining(['postgres']) })
    expect(outcomes[1]?.stdout).not.toContain('secret-password')
  })
})

describe('the sitewatch command line', () => {
  it.each([
    ['an unknown command', ['frobnicate']],
    ['a missing option', ['user', 'create']],
    ['an unknown option', ['migrate', '--fast']],
    ['a value too many', ['migrate', 'now']],
  ])('exits with 2 and shows the usage on standard error: %s', async (_what, args) => {
    const { code, stdout, stderr } = await sitewatch(args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain('Usage: sitewatch')
  })

  it.each([
    [['--help']],
    [['user', 'create', '--help']],
    [['key', 'create', '--help']],
    [['doctor', '--help']],
    [['migrate', '--help']],
  ])('shows the usage on standard output and exits with 0, without any setting: %j', async (args) => {
    const { code, stdout, stderr } = await sitewatch(args, { env: {} })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^Usage: sitewatch /)
  })

  it.each([
    ['DATABASE_URL is missing', { SITEWATCH_SECRET: TEST_SECRET }, 'DATABASE_URL is required'],
    ['the secret is short', { ...envFor(app.database), SITEWATCH_SECRET: 'short' }, 'SITEWATCH_SECRET must have'],
    ['a setting is unknown', envFor(app.database, { SITEWATCH_PROT: '1' }), 'SITEWATCH_PROT is not a known setting'],
  ])('exits with 1 and one line when %s', async (_what, env, says) => {
    const { code, stdout, stderr } = await sitewatch(['migrate'], { env })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^[^\n]+\n$/)
    expect(stderr).toContain(says)
  })
})

describe('with any Node version of the machine', () => {
  const env = { ...envFor(app.database), PATH: SYSTEM_PATH }

  it('npx --no sitewatch reads its standard input from a pipe, and prints one line', async () => {
    const args = ['--no', 'sitewatch', 'user', 'create', '--email', newEmail(), '--password-stdin', '--json']
    const { code, stdout } = await runCommand('npx', args, { env, stdin: PASSWORD })
    expect(code).toBe(0)
    expect(oneLine(stdout)).toMatchObject({ object: 'user' })
  })

  it('the launcher passes on the exit code', async () => {
    expect((await runCommand('node', [LAUNCHER, 'frobnicate'], { env })).code).toBe(2)
  })
})

// npm takes the word after --no as its value: "npx --no sitewatch --help" shows the help of npm.
it('the documentation has "--" after "npx --no"', () => {
  const places = ['README.md', 'docs/**/*.md', 'sdk/README.md', 'deploy/**']
  const pages = globSync(places, { cwd: ROOT, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
  expect(pages.length).toBeGreaterThan(10)
  expect(pages.filter((page) => /npx --no (?!--)/.test(readFileSync(page, 'utf8')))).toEqual([])
})
