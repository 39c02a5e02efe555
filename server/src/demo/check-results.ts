import { DAY_MS, MINUTE_MS } from '@sitewatch/contract/durations'
import { findSlotFrom, LOCAL_LOCATION, planSchedule } from '../monitoring/checks/index.ts'
import type { DemoMonitor } from './monitors.ts'
import type { DemoOutage } from './outages.ts'
import { drawExponential, makeRandom, type Random } from './random.ts'

export interface HistoryPlan {
  team_id: number
  monitor_id: number
  monitor: DemoMonitor
  interval_seconds: number
  from_ms: number
  now_ms: number
  outage: DemoOutage | undefined
  seed: number
}

/** After an outage, a server is slow until its caches are warm. */
const WARMING_MS = 25 * MINUTE_MS

const writeTime = (ms: number): string => `${Math.floor(ms / 1000)}.${String(ms % 1000).padStart(3, '0')}`
const tenths = (ms: number): number => Math.round(ms * 10) / 10

/** A load factor: higher by day, some noise, now and then a slow response. */
function drawLoad(random: Random, at_ms: number, outage: DemoOutage | undefined): number {
  const day = 1 + 0.28 * Math.sin(((at_ms % DAY_MS) / DAY_MS - 0.29) * 2 * Math.PI)
  const isWarming = outage !== undefined && at_ms >= outage.to_ms && at_ms < outage.to_ms + WARMING_MS
  const slow = random() < 0.012 ? 2 + random() * 3 : 1
  return day * slow * (isWarming ? 2.4 : 1) * (0.9 + drawExponential(random, 0.1))
}

type Phase = 'dns_ms' | 'connect_ms' | 'tls_ms' | 'first_byte_ms'
/** The timing phases of each type of check; the other types have only a total. */
const PHASES: Partial<Record<DemoMonitor['type'], readonly Phase[]>> = {
  http: ['dns_ms', 'connect_ms', 'tls_ms', 'first_byte_ms'],
  tcp: ['dns_ms', 'connect_ms'],
  dns: ['dns_ms'],
  tls: ['dns_ms', 'connect_ms', 'tls_ms'],
}

function describeUp({ type, typical_ms }: DemoMonitor, random: Random, load: number): object {
  if (type === 'heartbeat') return { total_ms: tenths(typical_ms * load) }
  if (type === 'ping')
    return { total_ms: tenths(typical_ms * load), jitter_ms: tenths(0.2 + drawExponential(random, 0.6)) }
  const durations = {
    dns_ms: type === 'dns' ? tenths(typical_ms * load) : tenths(1 + drawExponential(random, 4)),
    connect_ms: tenths(typical_ms * 0.13 * (0.9 + random() * 0.2)),
    tls_ms: tenths(typical_ms * 0.22 * (0.9 + random() * 0.2)),
    first_byte_ms: tenths(typical_ms * 0.55 * load),
  }
  const phases = Object.fromEntries((PHASES[type] ?? []).map((name) => [name, durations[name]]))
  const rest_ms = type === 'dns' ? 0 : typical_ms * 0.08 * load
  const total_ms = tenths(Object.values(phases).reduce((sum, ms) => sum + ms, rest_ms))
  return { ...(type === 'http' && { http_status: 200 }), ...phases, total_ms }
}

function describeDown({ cause }: DemoOutage, { typical_ms }: DemoMonitor): object {
  const { kind, http_status, message } = cause
  const total_ms = kind === 'timeout' ? 10_000 : typical_ms
  return { cause: kind, message, ...(http_status !== null && { http_status }), total_ms: tenths(total_ms) }
}

/** A month of check results as NDJSON lines. */
export function writeHistory(plan: HistoryPlan): { ndjson: string; rows: number } {
  const { team_id, monitor_id, monitor, interval_seconds, from_ms, now_ms, outage } = plan
  const random = makeRandom(plan.seed)
  const schedule = planSchedule(monitor_id, interval_seconds)
  const lines: string[] = []
  for (let slot = findSlotFrom(from_ms, schedule); slot < now_ms; slot += schedule.interval_ms) {
    const isDown = outage !== undefined && slot >= outage.from_ms && slot < outage.to_ms
    const details = isDown ? describeDown(outage, monitor) : describeUp(monitor, random, drawLoad(random, slot, outage))
    lines.push(
      JSON.stringify({
        team_id,
        monitor_id,
        location: LOCAL_LOCATION,
        slot: writeTime(slot),
        started_at: writeTime(slot + Math.floor(random() * 40)),
        status: isDown ? 'down' : 'up',
        ...details,
      }),
    )
  }
  return { ndjson: lines.join('\n'), rows: lines.length }
}
