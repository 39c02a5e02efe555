import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { TestDatabase } from './database.ts'
import { TEST_SECRET } from './secret.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')

export interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
}

export interface Program {
  pid: number
  base: string
  /** Its log so far, one parsed line each. */
  lines: Record<string, unknown>[]
  kill(signal: NodeJS.Signals): void
  ended: Promise<Ended>
}

export interface ProgramOptions {
  roles?: readonly string[]
  /** Undefined: without this variable. */
  env?: Record<string, string | undefined>
  /** The root of a copy of the repository. */
  root?: string
}

/** A URL where nobody answers, for programs without history. */
const NO_CLICKHOUSE = 'http://127.0.0.1:9'

/** Only the variables that the program is given, nothing of the environment of the tests. */
export function programEnv(
  database: Pick<TestDatabase, 'url'>,
  env: Record<string, string | undefined> = {},
): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    NODE_COMPILE_CACHE: path.join(ROOT, '.local/compile-cache'),
    DATABASE_URL: database.url,
    SITEWATCH_SECRET: TEST_SECRET,
    SITEWATCH_RATE_LIMIT_PER_MINUTE: '1000000',
    // The default anchors are on the internet.
    SITEWATCH_ANCHORS: 'none',
    SITEWATCH_RDAP_BOOTSTRAP: 'none',
    SITEWATCH_MAX_EVENTS_PER_VISITOR: '1000000000',
    // There is no load balancer, so only tests of the drain window wait for it.
    SITEWATCH_DRAIN_SECONDS: '0',
    HOST: '127.0.0.1',
    PORT: '0',
    ...(env['SITEWATCH_DATA_DIR'] === undefined && { CLICKHOUSE_URL: NO_CLICKHOUSE }),
    ...env,
  }
}

const running = new Set<ChildProcess>()
const SHOWN_LINES = 30
const SHOWN_CHARACTERS = 600
/** What each program of the file has logged. */
const logs = new Map<number, { roles: readonly string[]; lines: readonly Record<string, unknown>[] }>()

/** For a failed test: the last lines of each program that the file has started. */
export function describePrograms(): string {
  return Array.from(logs, ([pid, { roles, lines }]) => {
    const last = lines.slice(-SHOWN_LINES).map((line) => JSON.stringify(line).slice(0, SHOWN_CHARACTERS))
    return `--- ${roles.join(' ') || 'all roles'}, process ${pid}, ${lines.length} lines, the last:\n${last.join('\n')}\n`
  }).join('')
}

export const forgetLogs = (): void => logs.clear()

/** Ends programs that a test did not end. */
export function endPrograms(): void {
  for (const child of running) child.kill('SIGKILL')
}
process.once('exit', endPrograms)

function readLine(line: string): Record<string, unknown> {
  try {
    return JSON.parse(line) as Record<string, unknown>
  } catch {
    return { msg: line }
  }
}

/** Starts the program as a separate process, and waits until it reports that it runs. */
export async function startProgram(
  database: Pick<TestDatabase, 'url'>,
  { roles = ['api', 'worker'], env = {}, root = ROOT }: ProgramOptions = {},
): Promise<Program> {
  const child: ChildProcess = spawn(
    process.execPath,
    [path.join(root, 'server/launch/sitewatch.cjs'), 'start', ...roles],
    {
      cwd: root,
      env: programEnv(database, env),
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  const lines: Record<string, unknown>[] = []
  const ended = once(child, 'exit').then(([code, signal]) => ({ code, signal }))
  const port = new Promise<number>((resolve, reject) => {
    if (!child.stderr) throw new Error('no standard error')
    createInterface(child.stderr).on('line', (text) => {
      const line = readLine(text)
      lines.push(line)
      if (line['msg'] === 'Sitewatch is running') resolve(Number(line['port']))
    })
    void ended.then(() =>
      reject(new Error(`the program ended: ${lines.map((line) => JSON.stringify(line)).join('\n')}`)),
    )
  })
  running.add(child)
  if (child.pid !== undefined) logs.set(child.pid, { roles, lines })
  void ended.then(() => running.delete(child))
  return {
    base: `http://127.0.0.1:${await port}`,
    pid: child.pid ?? 0,
    lines,
    kill: (signal) => void child.kill(signal),
    ended,
  }
}
