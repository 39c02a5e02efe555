import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { claimDevFolder } from './dev-lock.ts'
import { startTarget } from './dev-target.ts'
import { startCluster, stopCluster } from './postgres.ts'

/** Starts a development system: a private Postgres under .local/, an account with demo data, an API key, a target, the service. */
const ROOT = path.resolve(import.meta.dirname, '..')
const FOLDER = path.join(ROOT, '.local/dev')
const EMAIL = 'dev@example.com'
const PASSWORD = 'sitewatch-dev'
const CLI = path.join(ROOT, 'server/launch/sitewatch.cjs')
/** Written when the demo data is complete. After an interrupted first start, the demo data is created again. */
const DEMO_DONE_FILE = path.join(FOLDER, 'demo-is-filled')

const children = new Set<ChildProcess>()
let isStopping = false

/** Stops every child process: a Postgres left behind would hold the folder. */
async function stop(code: number): Promise<void> {
  if (isStopping) return
  isStopping = true
  const ends = [...children].map((child) => once(child, 'exit'))
  for (const child of children) child.kill('SIGTERM')
  await Promise.all(ends)
  stopCluster(FOLDER)
  process.exit(code)
}

function start(args: string[], env: NodeJS.ProcessEnv, stdout: 'inherit' | 'pipe'): ChildProcess {
  const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', stdout, 'inherit'] })
  children.add(child)
  child.on('exit', () => children.delete(child))
  return child
}

async function run(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const child = start([CLI, ...args], env, 'pipe')
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`sitewatch ${args.join(' ')} failed`)
  return output
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rowCount } = await client.query("select 1 from pg_database where datname = 'sitewatch'")
  if (!rowCount) await client.query('create database sitewatch')
  await client.end()
}

async function ensureDemo(env: NodeJS.ProcessEnv, target: string): Promise<void> {
  if (existsSync(DEMO_DONE_FILE)) return
  console.log('Making two months of sample data, the first time only: 10 to 60 seconds …')
  const { users } = JSON.parse(await run(['user', 'list', '--search', EMAIL, '--json'], env)) as { users: unknown[] }
  if (users.length === 0) await run(['user', 'create', '--email', EMAIL, '--password', PASSWORD], env)
  console.log(await run(['demo', '--email', EMAIL, '--target', target, '--reset'], env))
  writeFileSync(DEMO_DONE_FILE, '')
}

async function createKey(env: NodeJS.ProcessEnv): Promise<string> {
  const name = `dev ${new Date().toISOString()}`
  const line = await run(['key', 'create', '--email', EMAIL, '--name', name, '--scopes', 'all', '--json'], env)
  return (JSON.parse(line) as { key: string }).key
}

async function develop(): Promise<void> {
  const port = Number(process.env['PORT'] ?? 8080)
  const target = await startTarget(port + 1)
  console.log('Starting a private Postgres under .local/dev …')
  const cluster = await startCluster(FOLDER)
  await ensureDatabase(cluster.url('postgres'))
  const env = {
    ...process.env,
    DATABASE_URL: cluster.url('sitewatch'),
    SITEWATCH_SECRET: 'for development on this machine only, not a secret',
    SITEWATCH_DATA_DIR: path.join(FOLDER, 'clickhouse'),
    SITEWATCH_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8',
    // The watcher restarts it on every save.
    SITEWATCH_DRAIN_SECONDS: '0',
    PORT: String(port),
  }
  // Before the service: only one process may open the embedded ClickHouse.
  await ensureDemo(env, target.url)
  console.log(`
  Sitewatch   http://localhost:${port}
  API         http://localhost:${port}/docs/api
  Sign in     ${EMAIL} / ${PASSWORD}
  Key         ${await createKey(env)}
`)
  const watch = ['--watch-path=server/src', '--watch-path=contract/src', '--watch-preserve-output']
  const service = start([...watch, CLI, 'start'], env, 'inherit')
  start(['scripts/build-dashboard.ts', '--watch'], env, 'inherit')
  service.on('exit', (code) => void stop(code ?? 0))
}

// Before anything that stop() would stop: the Postgres in the folder belongs to the other one.
const owner = claimDevFolder(path.join(ROOT, '.local/dev.pid'))
if (owner !== null) {
  console.error(`"npm run dev" already runs in this folder, as process ${owner}. Stop it first, or use another clone.`)
  process.exit(1)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0))
await develop().catch((error: NodeJS.ErrnoException) => {
  if (isStopping) return undefined
  const inUse = error.code === 'EADDRINUSE'
  console.error(inUse ? `${error.message}. Choose another port: PORT=9090 npm run dev (it takes two)` : error.message)
  return stop(1)
})
