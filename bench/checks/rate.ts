import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { execFileSync } from 'node:child_process'
import { fillMonitors, pause, readCpuMs, runScript, say, type Fixture, startProgram, startScript } from './fixture.ts'
import { median } from '../../server/test/support/samples.ts'

/**
 * Measures checks per second of one prober process compared with a bare loop. Both run at the same time, each with its own target,
 * so other load on the machine slows both.
 */

const ROUNDS = 3
/** Warm-up until JIT compilation is done. This takes the same number of checks on slow and fast machines. */
const WARM_UP_CHECKS = 12_000
const MAX_WARM_UP_MS = 30_000
const ROUND_SECONDS = 10
const CONCURRENCY = 64

export interface Rate {
  ratio: number
  ours_per_second: number
  bare_per_second: number
  ours_per_cpu_second: number
  /** Ratio of CPU time per process, which excludes other load on the machine. */
  cpu_ratio: number
  ours_cpu_us: number
  bare_cpu_us: number
}

interface Sample {
  per_second: number
  cpu_us: number
}

export const countRecorded = async ({ admin }: Fixture): Promise<number> =>
  Number((await admin.query<{ n: string }>('select coalesce(sum(row_count), 0) as n from inbox')).rows[0]?.n)

export async function measureRecorded(fixture: Fixture, pid: number, seconds: number): Promise<Sample> {
  const cpu = (): number => readCpuMs(fixture, [pid]) - readCpuMs(fixture, [])
  const before = { at: performance.now(), checks: await countRecorded(fixture), cpu_ms: cpu() }
  await pause(seconds * 1000)
  const checks = (await countRecorded(fixture)) - before.checks
  const elapsed_ms = performance.now() - before.at
  return { per_second: (checks * 1000) / elapsed_ms, cpu_us: (1000 * (cpu() - before.cpu_ms)) / checks }
}

async function measureBare(url: string): Promise<Sample> {
  const args = [url, String(CONCURRENCY), String(ROUND_SECONDS)]
  const { checks, cpu_ms } = (await runScript('bare.ts', args)) as { checks: number; cpu_ms: number }
  return { per_second: checks / ROUND_SECONDS, cpu_us: (1000 * cpu_ms) / checks }
}

const round = (value: number, digits = 0): number => Number(value.toFixed(digits))

const describe = (sample: Sample | undefined): string =>
  `${round(sample?.per_second ?? 0)}/s (${round(sample?.cpu_us ?? 0)} µs)`

async function warmUp(fixture: Fixture): Promise<void> {
  const until = performance.now() + MAX_WARM_UP_MS
  while ((await countRecorded(fixture)) < WARM_UP_CHECKS && performance.now() < until) await pause(250)
}

interface Pair {
  ours: Sample
  bare: Sample
}

async function measurePair(fixture: Fixture, bareUrl: string, env: Record<string, string>): Promise<Pair> {
  const program = await startProgram(fixture, ['prober'], env)
  await warmUp(fixture)
  const [ours, bare] = await Promise.all([measureRecorded(fixture, program.pid, ROUND_SECONDS), measureBare(bareUrl)])
  await program.stop()
  await fixture.admin.query('truncate inbox')
  say(`  ours ${describe(ours)}, bare ${describe(bare)}`)
  return { ours, bare }
}

async function compare(fixture: Fixture, bareUrl: string, env: Record<string, string>): Promise<Rate> {
  const pairs: Pair[] = []
  for (let n = 0; n < ROUNDS; n++) pairs.push(await measurePair(fixture, bareUrl, env))
  return {
    ratio: round(median(pairs.map(({ ours, bare }) => ours.per_second / bare.per_second)), 3),
    ours_per_second: round(median(pairs.map(({ ours }) => ours.per_second))),
    bare_per_second: round(median(pairs.map(({ bare }) => bare.per_second))),
    ours_per_cpu_second: round(1e6 / median(pairs.map(({ ours }) => ours.cpu_us))),
    cpu_ratio: round(median(pairs.map(({ ours, bare }) => bare.cpu_us / ours.cpu_us)), 3),
    ours_cpu_us: round(median(pairs.map(({ ours }) => ours.cpu_us))),
    bare_cpu_us: round(median(pairs.map(({ bare }) => bare.cpu_us))),
  }
}

export async function measureHttp(fixture: Fixture): Promise<Rate> {
  const targets = [await startScript('target.ts'), await startScript('target.ts')]
  const [ours, bare] = targets.map((target) => target.line)
  await fillMonitors(fixture, { count: 10_000, interval_seconds: 1, url: `http://127.0.{n}:${ours}/` })
  const rate = await compare(fixture, `http://127.0.0.1:${bare}/`, {})
  for (const target of targets) await target.stop('SIGKILL')
  return rate
}

/** Creates a CA and a certificate for the 16 addresses, with the common key type P-256. */
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

export async function measureTls(fixture: Fixture): Promise<Rate> {
  const { authority, certificate, key } = makeCertificates(fixture.folder)
  const args = [certificate, key]
  const targets = [await startScript('target.ts', args), await startScript('target.ts', args)]
  const [ours, bare] = targets.map((target) => target.line)
  await fillMonitors(fixture, { count: 3000, interval_seconds: 1, hosts: 16, url: `https://127.0.{n}:${ours}/` })
  // Inherited by the bare loop.
  process.env['NODE_EXTRA_CA_CERTS'] = authority
  const rate = await compare(fixture, `https://127.0.0.1:${bare}/`, { NODE_EXTRA_CA_CERTS: authority })
  delete process.env['NODE_EXTRA_CA_CERTS']
  for (const target of targets) await target.stop('SIGKILL')
  return rate
}
