import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { SCOPES } from '@sitewatch/contract'
import pg from 'pg'
import { startCluster, stopCluster } from '../scripts/postgres.ts'
import { insertUserUnscoped } from '../server/src/identity/accounts/index.ts'
import { readConfig } from '../server/src/config.ts'
import { makeOwnerKey } from './owner-key.ts'
import { createLog } from '../server/src/platform/log.ts'
import { prepareDatabase } from '../server/src/platform/postgres/provision.ts'
import { closeParts, openParts } from '../server/src/roles/parts.ts'
import type { Outcome } from './main.ts'
import { median } from '../server/test/support/samples.ts'

/** Reads one record by key through the full API, compared with a bare route that runs the same transaction. */
const LIMIT = 0.7
/** Many short alternating rounds, so that other load on the machine affects both sides. */
const ROUNDS = 15
const ROUND_SECONDS = 1
const WARM_UP_SECONDS = 3
const CONNECTIONS = 16
const POOL = 10
const ROOT = path.resolve(import.meta.dirname, '..')
const FOLDER = path.join(ROOT, `.local/bench-api-${process.pid}`)
const SECRET = 'the secret of a bench, which nobody needs to keep'

const say = (line: string): void => void process.stderr.write(`${line}\n`)
const children: ChildProcess[] = []

interface Contender {
  name: string
  url: string
  headers: string[]
  rates: number[]
}

async function prepare(
  admin_url: string,
): Promise<{ servingUrl: string; user_id: number; key_id: number; key: string }> {
  const config = readConfig({ DATABASE_URL: admin_url, SITEWATCH_SECRET: SECRET })
  const log = createLog('silent')
  const { servingUrl } = await prepareDatabase(config, log)
  const parts = await openParts(config, log)
  const user = await parts.postgres.asRole('auth', (tx) =>
    insertUserUnscoped(tx, parts.vault, {
      email: 'bench@example.com',
      password_hash: '-',
      is_administrator: true,
      is_verified: true,
    }),
  )
  const record = await makeOwnerKey(parts.postgres, user.id, SCOPES)
  await closeParts(parts)
  return { servingUrl, user_id: user.id, key_id: record.id, key: record.key }
}

/** Starts a process and returns the capture of the first matching line. */
async function start(args: string[], env: Record<string, string>, pattern: RegExp): Promise<string> {
  const child = spawn(process.execPath, args, { cwd: ROOT, env: { PATH: process.env['PATH'], ...env } })
  children.push(child)
  const read = async (stream: Readable): Promise<string> => {
    for await (const line of createInterface(stream)) {
      const found = pattern.exec(line)?.[1]
      if (found !== undefined) {
        stream.resume()
        return found
      }
    }
    throw new Error(`${args.join(' ')} ended`)
  }
  return Promise.any([read(child.stdout), read(child.stderr)])
}

async function startProgram(database_url: string): Promise<string> {
  const env = {
    DATABASE_URL: database_url,
    SITEWATCH_SECRET: SECRET,
    SITEWATCH_RATE_LIMIT_PER_MINUTE: '10000000',
    HOST: '127.0.0.1',
    PORT: '0',
    // Nothing listens here: no request of this benchmark needs history.
    CLICKHOUSE_URL: 'http://127.0.0.1:9',
  }
  return start(['server/launch/sitewatch.cjs', 'start', 'api'], env, /"port":(\d+).*Sitewatch is running/)
}

const startBare = (url: string, prefix: string): Promise<string> =>
  start(['bench/api/bare.ts'], { BARE_URL: url, BARE_PREFIX: prefix, BARE_POOL: String(POOL) }, /^(\d+)$/)

/** Requests per second, sent by a separate process. */
async function measure({ url, headers }: Contender, seconds: number): Promise<number> {
  const args = [
    '-j',
    '-c',
    String(CONNECTIONS),
    '-d',
    String(seconds),
    ...headers.flatMap((header) => ['-H', header]),
    url,
  ]
  const child = spawn(process.execPath, [path.join(ROOT, 'node_modules/autocannon/autocannon.js'), ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await once(child, 'close')
  const { requests, non2xx, errors } = JSON.parse(output) as {
    requests: { average: number }
    non2xx: number
    errors: number
  }
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} wrong answers, ${errors} errors`)
  return requests.average
}

async function checkSameAnswer(contenders: readonly Contender[]): Promise<void> {
  const bodies = await Promise.all(
    contenders.map(async ({ url, headers }) => {
      const response = await fetch(url, { headers: headers.map((header) => header.split('=', 2) as [string, string]) })
      const { data } = (await response.json()) as { data: { prefix: string; scopes: string[] } }
      return `${data.prefix} ${data.scopes.join()}`
    }),
  )
  if (new Set(bodies).size !== 1) throw new Error(`the answers differ: ${bodies.join(' / ')}`)
}

async function compare(contenders: readonly Contender[]): Promise<void> {
  await checkSameAnswer(contenders)
  for (const contender of contenders) await measure(contender, WARM_UP_SECONDS)
  for (let round = 0; round < ROUNDS; round++) {
    for (const contender of contenders) contender.rates.push(await measure(contender, ROUND_SECONDS))
    say(contenders.map(({ name, rates }) => `${name} ${rates.at(-1)?.toFixed(0)}/s`).join('   '))
  }
}

export async function run(): Promise<Outcome> {
  const cluster = await startCluster(FOLDER)
  try {
    const admin = new pg.Client({ connectionString: cluster.url('postgres') })
    await admin.connect()
    await admin.query('create database sitewatch')
    await admin.end()
    const { servingUrl, user_id, key_id, key } = await prepare(cluster.url('sitewatch'))
    const bareAt = (port: string): string => `http://127.0.0.1:${port}/users/${user_id}/keys/${key_id}`
    const full: Contender = {
      name: 'sitewatch',
      url: `http://127.0.0.1:${await startProgram(cluster.url('sitewatch'))}/api/keys/${key_id}`,
      headers: [`authorization=Bearer ${key}`],
      rates: [],
    }
    const bare: Contender = {
      name: 'bare',
      url: bareAt(await startBare(servingUrl, `select enter(${user_id},${user_id},${key_id},null,'owner')`)),
      headers: [],
      rates: [],
    }
    await compare([full, bare])
    const ratios = full.rates.map((rate, round) => rate / (bare.rates[round] ?? Infinity))
    const ratio = Number(median(ratios).toFixed(3))
    const figures = {
      ratio,
      per_second: Math.round(median(full.rates)),
      bare_per_second: Math.round(median(bare.rates)),
    }
    return { figures, isMet: ratio >= LIMIT }
  } finally {
    for (const child of children) child.kill('SIGKILL')
    stopCluster(FOLDER, 'immediate')
    rmSync(FOLDER, { recursive: true, force: true })
  }
}
