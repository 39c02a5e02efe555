import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  registry: Registry
  observeRequest(route: string, status: number, ms: number): void
}

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
  return {
    registry,
    observeRequest: (route, status, ms) => requests.labels(route, String(status)).observe(ms / 1000),
  }
}

export { Counter, Gauge, Histogram }
