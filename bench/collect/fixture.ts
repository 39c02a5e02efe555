import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { openDatabase } from '../database.ts'
import { type Server, startServer } from '../server.ts'
import type { LoadResult, LoadOptions } from './load-generator.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
export const FOLDER = path.join(ROOT, `.local/bench-collect-${process.pid}`)
export const SECRET = 'for this bench only, at least 32 characters'

export const say = (text: string): void => void process.stderr.write(`${text}\n`)
export const rounded = (value: number, digits = 2): number => Number(value.toFixed(digits))
const file = (name: string): string => path.join(import.meta.dirname, name)

export interface Size {
  rounds: number
  load_seconds: number
  load_rows: number
  delay_seconds: number
}

/** With two cores, the measured process gets one core and all other processes share the other. */
export function pin(pid: number | undefined, core: number): void {
  if (pid !== undefined && availableParallelism() >= 2)
    execFileSync('taskset', ['-apc', String(core), String(pid)], { stdio: 'ignore' })
}

export interface Site {
  id: number
  tracking_id: string
  domain: string
}

export interface Fixture {
  url: string
  admin: pg.Client
  sites: Site[]
  marker: Site
}

export async function openFixture(): Promise<Fixture> {
  const { url, admin, team_id } = await openDatabase(FOLDER, SECRET)
  const { rows } = await admin.query<{ id: string; tracking_id: string; domain: string }>(
    `insert into websites (team_id, domain, tracking_id)
     select $1, case n when 1 then 'example.com' else 'n' || n || '.example.com' end, '00' || lpad(n::text, 14, 'B')
     from generate_series(1, 11) n returning id, tracking_id, domain`,
    [team_id],
  )
  const sites = rows.map((row) => ({ ...row, id: Number(row.id) }))
  const marker = sites.pop()
  if (!marker) throw new Error('no website')
  return { url, admin, sites, marker }
}

export const startCollector = (
  url: string,
  clickhouseUrl: string | undefined,
  roles: readonly string[],
): Promise<Server> =>
  startServer({
    url,
    secret: SECRET,
    roles,
    env: {
      // One IP address and one browser send all events.
      SITEWATCH_MAX_EVENTS_PER_VISITOR: '1000000000',
      SITEWATCH_DATA_DIR: path.join(FOLDER, 'unused'),
      ...(clickhouseUrl !== undefined && { CLICKHOUSE_URL: clickhouseUrl }),
    },
  })

export async function startBare(): Promise<Server> {
  const child = fork(file('bare-route.ts'))
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return { port, child }
}

export const startLoadGenerator = (): ChildProcess => fork(file('load-generator.ts'))

export async function sendLoad(generator: ChildProcess, options: LoadOptions): Promise<LoadResult> {
  generator.send(options)
  const [message] = (await once(generator, 'message')) as [{ result: LoadResult } | { error: string }]
  if ('error' in message) throw new Error(message.error)
  return message.result
}

export const rate = ({ accepted, seconds }: LoadResult): number => accepted / seconds

const TICK_MS = 10

/** Returns the CPU time of all threads of a process. It gives the cost per event regardless of other load. */
function readCpuMs(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

export async function sendLoadCounted(
  generator: ChildProcess,
  { port, child }: Server,
  options: Omit<LoadOptions, 'port'>,
): Promise<LoadResult & { cpu_us: number }> {
  const before_ms = readCpuMs(child.pid)
  const result = await sendLoad(generator, { ...options, port })
  if (result.refused > 0) throw new Error(`${result.refused} posts were refused`)
  return { ...result, cpu_us: ((readCpuMs(child.pid) - before_ms) * 1000) / result.accepted }
}
