import type { MonitorType } from '@sitewatch/contract'
import { Counter, Gauge, Histogram, type Metrics } from '../../../platform/metrics.ts'

export interface CheckMetrics {
  countCheck(type: MonitorType, outcome: string): void
  /** `late_ms`: the delay of the check that waited longest. */
  observeClaim(claim: { checks: number; late_ms: number }): void
  setInHand(type: MonitorType, counts: { running: number; waiting: number }): void
  setUnrecorded(results: number): void
  setOnline(online: boolean): void
}

export function createCheckMetrics({ registry }: Pick<Metrics, 'registry'>): CheckMetrics {
  const registers = [registry]
  const checks = new Counter({
    name: 'sitewatch_checks_total',
    help: 'Checks made, by type and outcome',
    labelNames: ['type', 'outcome'],
    registers,
  })
  const lag = new Histogram({
    name: 'sitewatch_check_lag_seconds',
    help: 'Delay of the oldest check in each claim',
    buckets: [0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300],
    registers,
  })
  const claims = new Counter({ name: 'sitewatch_claims_total', help: 'Queries for due checks', registers })
  const claimed = new Counter({ name: 'sitewatch_checks_claimed_total', help: 'Checks claimed', registers })
  const inHand = new Gauge({
    name: 'sitewatch_checks_in_hand',
    help: 'Checks claimed by this process: running or queued per host',
    labelNames: ['type', 'state'],
    registers,
  })
  const unrecorded = new Gauge({
    name: 'sitewatch_results_waiting',
    help: 'Results not yet recorded in Postgres',
    registers,
  })
  const online = new Gauge({
    name: 'sitewatch_prober_online',
    help: '1 while an anchor is reachable or none is configured; 0 when this machine seems to be offline',
    registers,
  })
  online.set(1)
  // Looking up a counter by its labels costs more than everything else that we do for a check.
  const checkCounters = new Map<string, ReturnType<typeof checks.labels>>()
  return {
    countCheck(type, outcome) {
      const name = `${type} ${outcome}`
      const counter = checkCounters.get(name) ?? checks.labels(type, outcome)
      checkCounters.set(name, counter)
      counter.inc()
    },
    observeClaim(claim) {
      claims.inc()
      if (claim.checks === 0) return
      claimed.inc(claim.checks)
      lag.observe(Math.max(0, claim.late_ms) / 1000)
    },
    setInHand(type, { running, waiting }) {
      inHand.labels(type, 'running').set(running)
      inHand.labels(type, 'waiting').set(waiting)
    },
    setUnrecorded: (results) => unrecorded.set(results),
    setOnline: (isOnline) => online.set(isOnline ? 1 : 0),
  }
}
