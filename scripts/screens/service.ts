import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { startCluster, stopCluster } from '../postgres.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const CLI = path.join(ROOT, 'server/launch/sitewatch.cjs')
const READY_MS = 60_000

export interface Service {
  base: string
  /** The log output so far. */
  log(): string
  /** Runs an administration command. With embedded ClickHouse, some commands only work while the service is stopped. */
  run(...args: string[]): Promise<string>
  start(): Promise<void>
  query(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>
  stop(): Promise<void>
}

async function query(url: string, text: string, values: unknown[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, options: '-c search_path=sitewatch' })
  await client.connect()
  try {
    return (await client.query(text, values)).rows as Record<string, unknown>[]
  } finally {
    await client.end()
  }
}

async function createDatabase(folder: string): Promise<string> {
  stopCluster(folder)
  rmSync(folder, { recursive: true, force: true })
  const cluster = await startCluster(folder, { fast: true })
  await query(cluster.url('postgres'), 'create database sitewatch', [])
  return cluster.url('sitewatch')
}

/** Creates an empty install in its own folder: a private Postgres, and the real program as a process. */
export async function createService(folder: string, port: number, env: Record<string, string>): Promise<Service> {
  const database_url = await createDatabase(folder)
  const base = `http://localhost:${port}`
  const settings = {
    ...process.env,
    DATABASE_URL: database_url,
    BASE_URL: base,
    PORT: String(port),
    SITEWATCH_SECRET: 'for pictures on this machine only, not a secret',
    SITEWATCH_DATA_DIR: path.join(folder, 'clickhouse'),
    SITEWATCH_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8,::1/128',
    SITEWATCH_ALLOW_SINGLE_LABEL_DOMAINS: '1',
    SITEWATCH_ANCHORS: 'none',
    SITEWATCH_DRAIN_SECONDS: '0',
    ...env,
  }
  let log = ''
  let child: ReturnType<typeof spawn> | undefined

  return {
    base,
    log: () => log,
    async run(...args) {
      const { stdout } = await promisify(execFile)(process.execPath, [CLI, ...args], { cwd: ROOT, env: settings })
      return stdout
    },
    async start() {
      child = spawn(process.execPath, [CLI, 'start'], { cwd: ROOT, env: settings, stdio: ['ignore', 'pipe', 'pipe'] })
      child.stdout?.on('data', (chunk: Buffer) => (log += chunk.toString()))
      child.stderr?.on('data', (chunk: Buffer) => (log += chunk.toString()))
      const until = Date.now() + READY_MS
      for (;;) {
        const response = await fetch(`${base}/readyz`).catch(() => undefined)
        if (response?.ok) return
        if (Date.now() > until || child.exitCode !== null) throw new Error(`The service does not start:\n${log}`)
        await wait(100)
      }
    },
    query: (text, values = []) => query(database_url, text, values),
    async stop() {
      if (child && child.exitCode === null) {
        const ended = once(child, 'exit')
        child.kill('SIGTERM')
        await ended
      }
      stopCluster(folder)
    },
  }
}
