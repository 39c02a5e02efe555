import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { execFileSync } from 'node:child_process'
import { fillMonitors, pause, readUsage, runScript, say, type Setting, startProgram, startScript } from './setting.ts'

/** Checks a second of one prober process against a bare loop on the same target, by turns. */

const ROUNDS = 3
const WARM_UP_MS = 4000
const ROUND_SECONDS = 8
const CONCURRENCY = 64

export interface Rate {
  ratio: number
  ours_per_second: number
  bare_per_second: number
  /** Of the one process each, by its own processor time: what is left when other work on the machine is subtracted. */
  cpu_ratio: number
  ours_cpu_us: number
  bare_cpu_us: number
}

interface Turn {
  per_second: number
  cpu_us: number
}

export const countRecorded = async ({ admin }: Setting): Promise<number> =>
  Number((await admin.query<{ n: string }>('select coalesce(sum(row_count), 0) as n from inbox')).rows[0]?.n)

export async function measureRecorded(setting: Setting, pid: number, seconds: number): Promise<Turn> {
  const cpu = (): number => readUsage(setting, [pid]).cpu_ms - readUsage(setting, []).cpu_ms
  const before = { at: performance.now(), checks: await countRecorded(setting), cpu_ms: cpu() }
  await pause(seconds * 1000)
  const checks = (await countRecorded(setting)) - before.checks
  const elapsed_ms = performance.now() - before.at
  return { per_second: (checks * 1000) / elapsed_ms, cpu_us: (1000 * (cpu() - before.cpu_ms)) / checks }
}

async function measureOurs(setting: Setting, env: Record<string, string>): Promise<Turn> {
  const program = await startProgram(setting, ['prober'], env)
  await pause(WARM_UP_MS)
  const turn = await measureRecorded(setting, program.pid, ROUND_SECONDS)
  await program.stop()
  await setting.admin.query('truncate inbox')
  return turn
}

async function measureBare(url: string): Promise<Turn> {
  const args = [url, String(CONCURRENCY), String(ROUND_SECONDS)]
  const { checks, cpu_ms } = (await runScript('bare.ts', args)) as { checks: number; cpu_ms: number }
  return { per_second: checks / ROUND_SECONDS, cpu_us: (1000 * cpu_ms) / checks }
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const round = (value: number, digits = 0): number => Number(value.toFixed(digits))

const describe = (turn: Turn | undefined): string =>
  `${round(turn?.per_second ?? 0)}/s (${round(turn?.cpu_us ?? 0)} µs)`

/** Each of our turns beside the bare ones before and after it, so that a machine that slows down slows both. */
async function compare(setting: Setting, url: string, env: Record<string, string>): Promise<Rate> {
  const ours: Turn[] = []
  const bare: Turn[] = [await measureBare(url)]
  for (let n = 0; n < ROUNDS; n++) {
    ours.push(await measureOurs(setting, env))
    bare.push(await measureBare(url))
    say(`  ours ${describe(ours.at(-1))}, bare ${describe(bare.at(-1))}`)
  }
  const beside = (n: number, key: keyof Turn): number => ((bare[n]?.[key] ?? 0) + (bare[n + 1]?.[key] ?? 0)) / 2
  return {
    ratio: round(median(ours.map((turn, n) => turn.per_second / beside(n, 'per_second'))), 3),
    ours_per_second: round(median(ours.map((turn) => turn.per_second))),
    bare_per_second: round(median(bare.map((turn) => turn.per_second))),
    cpu_ratio: round(median(ours.map((turn, n) => beside(n, 'cpu_us') / turn.cpu_us)), 3),
    ours_cpu_us: round(median(ours.map((turn) => turn.cpu_us))),
    bare_cpu_us: round(median(bare.map((turn) => turn.cpu_us))),
  }
}

export async function measureHttp(setting: Setting): Promise<Rate> {
  const target = await startScript('target.ts')
  await fillMonitors(setting, { count: 10_000, interval_seconds: 1, url: `http://127.0.0.{n}:${target.line}/` })
  const rate = await compare(setting, `http://127.0.0.1:${target.line}/`, {})
  await target.stop('SIGKILL')
  return rate
}

/** An authority and a certificate for the 16 addresses, as small as today's usual ones (P-256). */
function makeCertificates(folder: string): { authority: string; certificate: string; key: string } {
  const file = (name: string): string => path.join(folder, name)
  const openssl = (...args: string[]): void => void execFileSync('openssl', args, { stdio: 'ignore' })
  const names = Array.from({ length: 16 }, (_, n) => `IP:127.0.0.${n + 1}`).join(',')
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  openssl(
    'req',
    '-x509',
    ...curve,
    '-subj',
    '/CN=authority',
    '-days',
    '2',
    '-keyout',
    file('ca.key'),
    '-out',
    file('ca.pem'),
  )
  openssl(
    'req',
    '-new',
    ...curve,
    '-subj',
    '/CN=target.test',
    '-keyout',
    file('target.key'),
    '-out',
    file('target.csr'),
  )
  writeFileSync(file('names'), `subjectAltName=DNS:target.test,${names}`)
  const signing = ['-CA', file('ca.pem'), '-CAkey', file('ca.key'), '-CAcreateserial', '-days', '2']
  openssl('x509', '-req', '-in', file('target.csr'), ...signing, '-out', file('target.pem'), '-extfile', file('names'))
  return { authority: file('ca.pem'), certificate: file('target.pem'), key: file('target.key') }
}

export async function measureTls(setting: Setting): Promise<Rate> {
  const { authority, certificate, key } = makeCertificates(setting.folder)
  const target = await startScript('target.ts', [certificate, key])
  await fillMonitors(setting, { count: 3000, interval_seconds: 1, url: `https://127.0.0.{n}:${target.line}/` })
  process.env['NODE_EXTRA_CA_CERTS'] = authority
  const env = { NODE_EXTRA_CA_CERTS: authority }
  const rate = await compare(setting, `https://127.0.0.1:${target.line}/`, env)
  delete process.env['NODE_EXTRA_CA_CERTS']
  await target.stop('SIGKILL')
  return rate
}
