import { escalate } from '../../../src/alerting/escalation/escalate.ts'
import { readConfig } from '../../../src/config.ts'
import { createLog } from '../../../src/platform/log.ts'
import { closeParts, openParts } from '../../../src/roles/parts.ts'
import { watchCalls } from '../notifications/kill-points.ts'

/** Escalates at the time given in argv and exits at the n-th await. Prints the names of the awaits that it passed. */
const [at = 0, kill_at = 0] = process.argv.slice(2).map(Number)
const { passed, watch } = watchCalls(kill_at)
const parts = await openParts(readConfig(process.env), createLog('silent'))
await escalate({ postgres: watch('postgres', parts.postgres) }, at)
await closeParts(parts)
process.stdout.write(`${JSON.stringify(passed)}\n`)
