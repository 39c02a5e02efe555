import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { ROOT, runCommand, SYSTEM_PATH } from '../support/command.ts'
import { cloneDatabase, createEmptyDatabase, type TestDatabase } from '../support/database.ts'
import { freePort } from '../support/free-port.ts'
import { programEnv } from '../support/program.ts'
import { runSitewatch } from '../support/sitewatch.ts'

const START = ['server/launch/sitewatch.cjs', 'start']

const dataDir = mkdtempSync(path.join(tmpdir(), 'sitewatch-program-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const statusOf = (url: string): Promise<number> =>
  fetch(url).then(
    ({ status }) => status,
    () => 0,
  )

/** Signals the whole process group: npm and a shell may be between the test and the program. */
function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

interface Started {
  child: ChildProcess
  base: string
  ended: Promise<[number | null, NodeJS.Signals | null]>
}

/** With three settings, like a new user. */
async function start(command: string, args: string[], empty?: TestDatabase): Promise<Started> {
  const database = empty ?? (await cloneDatabase())
  const port = await freePort()
  const env = programEnv(database, { PATH: SYSTEM_PATH, PORT: String(port), SITEWATCH_DATA_DIR: dataDir })
  const child = spawn(command, args, { cwd: ROOT, env, stdio: 'ignore', detached: true })
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  onTestFinished(() => killGroup(child.pid ?? 0))
  const base = `http://127.0.0.1:${port}`
  await expect.poll(() => statusOf(`${base}/readyz`), { interval: 100 }).toBe(200)
  return { child, base, ended }
}

describe('npm start', () => {
  it('migrates an empty database, runs all roles, answers, and stops on SIGTERM', async () => {
    const { child, base, ended } = await start('npm', ['start'], await createEmptyDatabase())
    for (const page of ['/healthz', '/readyz', '/metrics', '/openapi.json', '/docs/api', '/']) {
      expect(await statusOf(base + page), page).toBe(200)
    }
    expect(await statusOf(`${base}/api/keys`)).toBe(401)
    child.kill('SIGTERM')
    // npm exits after its child, so no process may be left then.
    expect(await ended).toEqual([0, null])
    expect(await statusOf(`${base}/healthz`)).toBe(0)
  })
})

describe('npx --no sitewatch start', () => {
  it('runs the named roles and stops on SIGTERM, although the shell of npx does not pass the signal on', async () => {
    const { child, base, ended } = await start('npx', ['--no', 'sitewatch', 'start', 'collector'])
    expect(await statusOf(`${base}/api/keys`)).toBe(404)
    child.kill('SIGTERM')
    await ended
    await expect.poll(() => statusOf(`${base}/healthz`)).toBe(0)
  })
})

describe('sitewatch start with any Node version of the machine', () => {
  it('leaves no process behind when it is killed', async () => {
    const { child, base } = await start('node', [...START, 'collector'])
    child.kill('SIGKILL')
    await expect.poll(() => statusOf(`${base}/healthz`)).toBe(0)
  })

  it.each([
    ['an unknown role', ['cook'], {}, /^"cook" is not a role\. Available roles: api, collector, prober, worker\.\n$/],
    ['no settings', [], { DATABASE_URL: '' }, /^DATABASE_URL is required: [^\n]+\n$/],
    ['a default secret', [], { SITEWATCH_SECRET: '' }, /^SITEWATCH_SECRET is required: [^\n]+\n$/],
    ['a bad value', [], { PORT: 'http' }, /^PORT must be a whole number[^\n]+\n$/],
  ])('refuses %s with one line and exit code 1', async (_what, args, env, says) => {
    const { code, stdout, stderr } = await runSitewatch(['start', ...args], {
      env: { ...programEnv({ url: 'postgres://127.0.0.1:1/x' }), ...env },
    })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(says)
  })

  it('refuses a port in use with one line and exit code 1', async () => {
    const database = await cloneDatabase()
    const taken = net.createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    onTestFinished(() => void taken.close())
    const { port } = taken.address() as net.AddressInfo
    const env = programEnv(database, { SITEWATCH_DATA_DIR: dataDir, PORT: String(port), PATH: SYSTEM_PATH })
    const { code, stderr } = await runCommand('node', [...START, 'api', 'worker'], { env })
    expect(code).toBe(1)
    expect(stderr).toMatch(/The port is already in use\. Set PORT to a free port\.\n$/)
    expect(stderr.split('\n').filter((line) => line !== '' && !line.startsWith('{'))).toHaveLength(1)
  })

  it('prints usage with --help', async () => {
    const { code, stdout } = await runSitewatch(['start', '--help'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^Usage: sitewatch start \[options\] \[roles\.\.\.\]/)
  })
})
