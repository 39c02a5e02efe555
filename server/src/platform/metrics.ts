import { setTimeout as delay } from 'node:timers/promises'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  registry: Registry
  observeRequest(route: string, status: number, ms: number): void
  /** How long a transaction waited for a connection. */
  observePostgresWait(ms: number): void
}

const COLLECT_LIMIT_MS = 2000

/**
 * A value that a metric reads when it is scraped, or undefined. A scrape must end before Prometheus gives up (10 s) when there is no
 * connection left: the alert about that needs the other metrics.
 */
export const readForScrape = <T>(reading: Promise<T>): Promise<T | undefined> =>
  Promise.race([reading.catch(() => undefined), delay(COLLECT_LIMIT_MS, undefined, { ref: false })])

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'sitewatch_http_request_seconds',
    help: 'Response time, by route and status',
    labelNames: ['route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  const waits = new Histogram({
    name: 'sitewatch_postgres_wait_seconds',
    help: 'How long transactions waited for a Postgres connection or for the share of their team',
    buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  return {
    registry,
    observeRequest: (route, status, ms) => requests.labels(route, String(status)).observe(ms / 1000),
    observePostgresWait: (ms) => waits.observe(ms / 1000),
  }
}

export { Counter, Gauge, Histogram }
