import { readConfig } from '../../../src/config.ts'
import { releaseAlerts } from '../../../src/alerting/suppression/release.ts'
import { createLog } from '../../../src/platform/log.ts'
import { notifyAudiences } from '../../../src/roles/announce.ts'
import { closeParts, openParts } from '../../../src/roles/parts.ts'
import { watchCalls } from '../notifications/kill-points.ts'

/** Releases held alerts at the time given in argv and exits at the n-th await. Prints the names of the awaits that it passed. */
const [at = 0, kill_at = 0] = process.argv.slice(2).map(Number)
const { passed, watch } = watchCalls(kill_at)
const parts = await openParts(readConfig(process.env), createLog('silent'))
await releaseAlerts({ postgres: watch('postgres', parts.postgres), announce: notifyAudiences }, at)
await closeParts(parts)
process.stdout.write(`${JSON.stringify(passed)}\n`)
