import { readConfig } from '../../../src/config.ts'
import { deliverToProvider } from '../../../src/alerting/notifications/deliver.ts'
import { systemClock } from '../../../src/platform/clock.ts'
import { createLog } from '../../../src/platform/log.ts'
import { closeParts, openParts } from '../../../src/roles/parts.ts'
import { watchCalls } from './kill-points.ts'

/** Delivers to one provider and exits at the n-th await. argv is the provider and n. Prints the names of the awaits that it passed. */
const [provider_id = 0, kill_at = 0] = process.argv.slice(2).map(Number)
const { passed, watch } = watchCalls(kill_at)
const parts = await openParts(readConfig(process.env), createLog('silent'))
const { config, vault } = parts
const gateways = { ...parts, egress: watch('egress', parts.egress) }
await deliverToProvider(
  { config, postgres: watch('postgres', parts.postgres), vault, gateways, clock: systemClock },
  provider_id,
)
await closeParts(parts)
process.stdout.write(`${JSON.stringify(passed)}\n`)
