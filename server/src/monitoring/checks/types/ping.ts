import { spawn } from 'node:child_process'
import type { Egress, VettedAddress } from '../../../platform/egress/index.ts'
import { defineCheckType } from '../run/check-type.ts'
import { NO_TIMINGS, EMPTY_PROBE_FIELDS, type ProbeOutcome, type ProbeResult } from '../run/result.ts'

export interface PingTarget {
  readonly host: string
  readonly timeout_ms: number
}

const PACKETS = 3
/** Between packets. A check that succeeds takes twice this and the way there and back. */
const MAX_PERIOD_MS = 100
/** How long after its timeout fping is given to end by itself. */
const GRACE_MS = 400
const MAX_CHARACTERS = 8000
/** The control is answered in well under a millisecond; retried, since a busy machine may be slow to answer itself. */
const CONTROL_FLAGS = ['-q', '-B', '1', '-r', '2', '-t', '150']
const CONTROL_TIMEOUT_MS = 1000

interface Spoken {
  readonly code: number | null
  /** A line for each packet that was answered or missed. One that could not be sent has none, and fping says no word of it. */
  readonly packets: string
  /** The summary, and fping's own troubles. */
  readonly summary: string
}

/** Only an address that egress has vetted gets onto the command line, and there is no shell to read it. */
export async function probePing(
  egress: Pick<Egress, 'resolve'>,
  target: PingTarget,
  command = 'fping',
): Promise<ProbeResult> {
  const started_ms = performance.now()
  const located = await egress.resolve(target.host, target.timeout_ms)
  const dns_ms = performance.now() - started_ms
  if (!located.ok)
    return { ...EMPTY_PROBE_FIELDS, timings: { ...NO_TIMINGS, dns_ms }, outcome: describeUnresolved(located) }
  const [address] = located.addresses
  const private_target = located.isPrivateAllowed
  if (!address) throw new Error('a located host has an address')
  const left_ms = Math.max(300, target.timeout_ms - dns_ms)
  const judged = judge(await runFping(command, address, left_ms))
  const canHear = judged.outcome.kind !== 'failure' || (await pingLoopback(address.family, command)) === 'answered'
  return { ...(canHear ? judged : HEARS_NOTHING), private_target }
}

/**
 * The control: this machine always answers itself, so silence means that fping cannot receive replies. fping 5.1 cannot on
 * unprivileged sockets, which it falls back to where it may not open raw ones (no-new-privileges, a dropped NET_RAW).
 */
export function pingLoopback(family: 4 | 6, command = 'fping'): Promise<'answered' | 'silent' | 'not_installed'> {
  const flags = [...CONTROL_FLAGS, `-${family}`, '--', family === 4 ? '127.0.0.1' : '::1']
  return new Promise((resolve) => {
    const child = spawn(command, flags, { stdio: 'ignore', timeout: CONTROL_TIMEOUT_MS, killSignal: 'SIGKILL' })
    child.on('error', () => resolve('not_installed'))
    child.on('close', (code) => resolve(code === 0 ? 'answered' : 'silent'))
  })
}

function describeUnresolved({ kind, message }: { kind: string; message: string }): ProbeOutcome {
  if (kind === 'local') return { kind: 'unknown', reason: 'probe', message }
  if (kind === 'dns') return { kind: 'failure', cause: { kind: 'dns', http_status: null, message } }
  if (kind === 'timeout') return { kind: 'failure', cause: { kind: 'timeout', http_status: null, message } }
  return { kind: 'failure', cause: { kind: 'connect', http_status: null, message } }
}

function runFping(command: string, address: VettedAddress, left_ms: number): Promise<Spoken> {
  const period_ms = Math.min(MAX_PERIOD_MS, Math.floor(left_ms / 4))
  const wait_ms = Math.floor(left_ms - (PACKETS - 1) * period_ms)
  const flags = ['-C', PACKETS, '-p', period_ms, '-t', wait_ms, `-${address.family}`, '--', address.text]
  return new Promise((resolve) => {
    const child = spawn(command, flags.map(String), { stdio: ['ignore', 'pipe', 'pipe'] })
    let packets = ''
    let summary = ''
    const timer = setTimeout(() => child.kill('SIGKILL'), left_ms + GRACE_MS)
    const finish = (code: number | null): void => {
      clearTimeout(timer)
      resolve({ code, packets, summary })
    }
    child.stdout.on('data', (chunk: Buffer) => (packets = (packets + chunk.toString()).slice(0, MAX_CHARACTERS)))
    child.stderr.on('data', (chunk: Buffer) => (summary = (summary + chunk.toString()).slice(0, MAX_CHARACTERS)))
    child.on('error', (error) => {
      summary += error.message
      finish(null)
    })
    child.on('close', finish)
  })
}

const CANNOT_SEND = 'The Sitewatch server could not send a ping. Run "sitewatch doctor" there to find the cause.'

/** `127.0.0.1 : 0.027 - 0.029`: a time for each packet, a dash for a lost one. Anything else is fping's own trouble. */
export function readTimes(text: string): (number | null)[] | null {
  for (const line of text.split('\n')) {
    const match = /^\S+ +:((?: +(?:-|\d+(?:\.\d+)?)){3})\s*$/.exec(line)
    if (match?.[1]) {
      return match[1]
        .trim()
        .split(/ +/)
        .map((word) => (word === '-' ? null : Number(word)))
    }
  }
  return null
}

const describeUnknown = (message: string): ProbeResult => ({
  ...EMPTY_PROBE_FIELDS,
  timings: NO_TIMINGS,
  outcome: { kind: 'unknown', reason: 'probe', message },
})

const HEARS_NOTHING = describeUnknown(
  'No ping reply, but the Sitewatch server cannot ping itself either, so the status of the target is unknown. Run "sitewatch doctor" there to find the cause.',
)

/** Down only when every packet was lost, and only when they could be sent at all. */
function judge({ code, packets, summary }: Spoken): Omit<ProbeResult, 'private_target'> {
  const times = readTimes(summary)
  const isSent = / : \[\d\], /.test(packets)
  if (times === null || !isSent || code === null || code > 1) return describeUnknown(CANNOT_SEND)
  const received = times.filter((time) => time !== null)
  const loss_percent = Math.round((100 * (times.length - received.length)) / times.length)
  if (received.length === 0) {
    const message = `No reply to ${PACKETS} pings.`
    const outcome = { kind: 'failure', cause: { kind: 'icmp', http_status: null, message } } as const
    return { ...EMPTY_PROBE_FIELDS, timings: NO_TIMINGS, loss_percent, outcome }
  }
  const total_ms = received.reduce((sum, time) => sum + time, 0) / received.length
  const jitter_ms = computeJitter(received)
  return {
    ...EMPTY_PROBE_FIELDS,
    timings: { ...NO_TIMINGS, total_ms },
    loss_percent,
    jitter_ms,
    outcome: { kind: 'success' },
  }
}

/** The mean difference between one answer's time and the next one's. */
function computeJitter(times: readonly number[]): number {
  if (times.length < 2) return 0
  const steps = times.slice(1).map((time, index) => Math.abs(time - (times[index] ?? time)))
  return steps.reduce((sum, step) => sum + step, 0) / steps.length
}

export const ping = defineCheckType('ping', {
  // Each is a process of its own.
  concurrency: { size: 40, per_host: 4 },
  wanted: 'a host name, an IP address or a URL',
  vet(egress, url) {
    const vetted = egress.vetHost(url)
    return vetted.ok ? { ok: true, url: vetted.host } : vetted
  },
  has_packets: true,
  run: ({ egress }, { url, timeout_ms }) => probePing(egress, { host: url, timeout_ms }),
})
