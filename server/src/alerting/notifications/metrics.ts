import { Counter, type Metrics } from '../../platform/metrics.ts'
import type { DeliverParts } from './deliver-parts.ts'

/** Counts each attempt by its outcome: sent, retry or permanent. */
export function createDeliveryMetrics({
  registry,
}: Pick<Metrics, 'registry'>): Required<Pick<DeliverParts, 'onAttempt'>> {
  // A role that restarts in the same process resets its counters.
  registry.removeSingleMetric('sitewatch_delivery_attempts_total')
  const attempts = new Counter({
    name: 'sitewatch_delivery_attempts_total',
    help: 'Messages sent to providers, by type and outcome (sent, retry, permanent)',
    labelNames: ['provider_type', 'outcome'],
    registers: [registry],
  })
  return { onAttempt: (provider_type, outcome) => attempts.labels(provider_type, outcome).inc() }
}
