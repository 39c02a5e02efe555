import { spawn } from 'node:child_process'
import type { Egress, VettedAddress } from '../../../platform/egress/index.ts'
import { defineCheckType } from '../run/check-type.ts'
import { describeFailure } from '../run/failure.ts'
import {
  PACKETS,
  pickPingTool,
  PING_TOOLS,
  pingEnv,
  pingLoopback,
  type PingRun,
  type PingTool,
} from '../run/ping-tool.ts'
import { NO_TIMINGS, EMPTY_PROBE_FIELDS, type ProbeResult } from '../run/result.ts'

export interface PingTarget {
  readonly host: string
  readonly timeout_ms: number
}

/** Time between packets. A successful check takes twice this plus one round trip. */
const MAX_PERIOD_MS = 100
/** Time for the tool to exit by itself after its timeout. */
const GRACE_MS = 400
const MAX_CHARACTERS = 8000

/** Only an address vetted by egress is passed as an argument, and no shell is involved. */
export async function probePing(
  egress: Pick<Egress, 'resolve'>,
  target: PingTarget,
  tools: readonly PingTool[] = PING_TOOLS,
): Promise<ProbeResult> {
  const started_ms = performance.now()
  const located = await egress.resolve(target.host, target.timeout_ms)
  const dns_ms = performance.now() - started_ms
  if (!located.ok)
    return { ...EMPTY_PROBE_FIELDS, timings: { ...NO_TIMINGS, dns_ms }, outcome: describeFailure(located) }
  const [address] = located.addresses
  const private_target = located.isPrivateAllowed
  if (!address) throw new Error('a located host has an address')
  const left_ms = Math.max(300, target.timeout_ms - dns_ms)
  const tool = await pickPingTool(address.family, tools)
  if (!tool) return { ...CANNOT_SEND, private_target }
  const judged = judge(tool.read(await runTool(tool, address, left_ms)))
  const canReceive = judged.outcome.kind !== 'failure' || (await pingLoopback(address.family, tool)) === 'answered'
  return { ...(canReceive ? judged : CANNOT_PING), private_target }
}

function runTool(tool: PingTool, address: VettedAddress, left_ms: number): Promise<PingRun> {
  const period_ms = Math.min(MAX_PERIOD_MS, Math.floor(left_ms / 4))
  const wait_ms = Math.floor(left_ms - (PACKETS - 1) * period_ms)
  const flags = tool.flags({ family: address.family, address: address.text, period_ms, wait_ms })
  return new Promise((resolve) => {
    const child = spawn(tool.command, flags.map(String), { env: pingEnv(), stdio: ['ignore', 'pipe', 'pipe'] })
    let stdout = ''
    let stderr = ''
    const timer = setTimeout(() => child.kill('SIGKILL'), left_ms + GRACE_MS)
    const finish = (code: number | null): void => {
      clearTimeout(timer)
      resolve({ code, stdout, stderr })
    }
    child.stdout.on('data', (chunk: Buffer) => (stdout = (stdout + chunk.toString()).slice(0, MAX_CHARACTERS)))
    child.stderr.on('data', (chunk: Buffer) => (stderr = (stderr + chunk.toString()).slice(0, MAX_CHARACTERS)))
    child.on('error', (error) => {
      stderr += error.message
      finish(null)
    })
    child.on('close', finish)
  })
}

const describeUnknown = (message: string): ProbeResult => ({
  ...EMPTY_PROBE_FIELDS,
  timings: NO_TIMINGS,
  outcome: { kind: 'unknown', reason: 'probe', message },
})

const CANNOT_SEND = describeUnknown(
  'The Sitewatch server could not send a ping. Run "sitewatch doctor" there to find the cause; on a remote prober, see whether "ping 127.0.0.1" works.',
)
const CANNOT_PING = describeUnknown(
  'No ping reply, but the Sitewatch server cannot ping itself either, so the status of the target is unknown. Run "sitewatch doctor" there to find the cause; on a remote prober, see whether "ping 127.0.0.1" works.',
)

/** Reports down only if packets could be sent and every packet was lost. */
function judge(times: readonly (number | null)[] | null): Omit<ProbeResult, 'private_target'> {
  if (times === null) return CANNOT_SEND
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

/** Mean difference between consecutive round-trip times. */
function computeJitter(times: readonly number[]): number {
  if (times.length < 2) return 0
  const steps = times.slice(1).map((time, index) => Math.abs(time - (times[index] ?? time)))
  return steps.reduce((sum, step) => sum + step, 0) / steps.length
}

export const ping = defineCheckType('ping', {
  // Each check starts a process.
  concurrency: { size: 40, per_host: 4 },
  wanted: 'a host name, an IP address or a URL',
  vet(egress, url) {
    const vetted = egress.vetHost(url)
    return vetted.ok ? { ok: true, url: vetted.host } : vetted
  },
  has_packets: true,
  run: ({ egress }, { url, timeout_ms }) => probePing(egress, { host: url, timeout_ms }),
})
