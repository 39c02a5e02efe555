import { spawn } from 'node:child_process'
import path from 'node:path'
import pg from 'pg'
import { startTarget } from './dev-target.ts'
import { startCluster, stopCluster } from './postgres.ts'

/** A running system: a private Postgres under .local/, one account with the demo in it, one key, a target, the service. */
const ROOT = path.resolve(import.meta.dirname, '..')
const FOLDER = path.join(ROOT, '.local/dev')
const EMAIL = 'dev@example.com'
const PASSWORD = 'sitewatch-dev'

async function ensureDatabase(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rowCount } = await client.query("select 1 from pg_database where datname = 'sitewatch'")
  if (!rowCount) await client.query('create database sitewatch')
  await client.end()
  return !rowCount
}

function run(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('close', (code) => (code === 0 ? resolve(output) : reject(new Error(`${args.join(' ')} failed`))))
  })
}

const cluster = await startCluster(FOLDER)
const isNew = await ensureDatabase(cluster.url('postgres'))
const env = {
  ...process.env,
  DATABASE_URL: cluster.url('sitewatch'),
  SITEWATCH_SECRET: 'for development on this machine only, not a secret',
  SITEWATCH_DATA_DIR: path.join(FOLDER, 'clickhouse'),
  SITEWATCH_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8',
  PORT: process.env['PORT'] ?? '8080',
}
const cli = path.join(ROOT, 'server/launch/sitewatch.cjs')
if (isNew) {
  await run([cli, 'user', 'create', '--email', EMAIL, '--password', PASSWORD, '--json'], env)
}
// What the monitors of the demo check.
const target = await startTarget(Number(env.PORT) + 1)
// Before the service: only one process may open the embedded ClickHouse.
if (isNew) {
  console.log('Making two months of sample data …')
  console.log(await run([cli, 'demo', '--email', EMAIL, '--target', target.url], env))
}
const { key } = JSON.parse(
  await run(
    [cli, 'key', 'create', '--email', EMAIL, '--name', `dev ${new Date().toISOString()}`, '--scopes', 'all', '--json'],
    env,
  ),
) as { key: string }
console.log(`
  Sitewatch   http://localhost:${env.PORT}
  API         http://localhost:${env.PORT}/docs/api
  Sign in     ${EMAIL} / ${PASSWORD}
  Key         ${key}
`)
const service = spawn(
  process.execPath,
  ['--watch-path=server/src', '--watch-path=contract/src', '--watch-preserve-output', 'server/src/main.ts'],
  { cwd: ROOT, env, stdio: 'inherit' },
)
const pages = spawn(process.execPath, ['scripts/build-dashboard.ts', '--watch'], { cwd: ROOT, env, stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => service.kill(signal))
service.on('exit', (code) => {
  pages.kill()
  target.close()
  stopCluster(FOLDER)
  process.exit(code ?? 0)
})
