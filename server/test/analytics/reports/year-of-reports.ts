import { once } from 'node:events'
import { writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { readConfig } from '../../../src/config.ts'
import { createLog } from '../../../src/platform/log.ts'
import { sql } from '../../../src/platform/postgres/index.ts'
import { planDueReports } from '../../../src/analytics/reports/plan.ts'
import { type SendParts, sendReport } from '../../../src/analytics/reports/send.ts'
import { closeParts, openParts } from '../../../src/roles/parts.ts'
import { watchEachCall } from '../../support/watch-each-call.ts'
import { cannedFacts } from './canned.ts'

/**
 * Simulates a year, plans and sends due reports, and exits at the n-th await. Reads one line of input: the start and end of the
 * clock, a seed for its steps, and n (0: never). Every asynchronous call of planning and sending is counted before and after it,
 * while there is something to plan or to send. Prints each time before it does the work of that time.
 */
const programParts = await openParts(readConfig(process.env), createLog('silent'))
const [first] = (await once(createInterface(process.stdin), 'line')) as [string]
const [from = '', until = '', seed = '1', kill_at = '0'] = first.split(' ')
process.stdin.destroy()
const LONGEST_STEP_MS = 6 * 3_600_000
let random = Number(seed)
let now_ms = Date.parse(from)
let passed = 0
let isWatching = false

/** A seeded sequence, so that a run can be repeated. */
function next(): number {
  random = (random * 1_103_515_245 + 12_345) % 2_147_483_648
  return random / 2_147_483_648
}

function pass(name: string): void {
  if (!isWatching) return
  passed += 1
  if (passed !== Number(kill_at)) return
  writeSync(1, `killed ${name}\n`)
  process.kill(process.pid, 'SIGKILL')
}

const watch = watchEachCall(pass)

const parts: SendParts = {
  config: programParts.config,
  postgres: watch('postgres', programParts.postgres),
  mailer: programParts.mailer && watch('mailer', programParts.mailer),
  clock: { now: () => new Date(now_ms) },
  async gather(asUser, request) {
    const found = await asUser((tx) =>
      tx.maybe(
        sql<{
          domain: string
        }>`select domain from websites where team_id = ${tx.team_id} and id = ${request.website_id}`,
      ),
    )
    return found && cannedFacts(request, found.domain)
  },
}

/** Not counted as awaits, so that times at which nothing happens do not use up the kills. */
const query = <Row>(statement: ReturnType<typeof sql<Row>>): Promise<Row[]> =>
  programParts.postgres.asRole('worker', (tx) => tx.query(statement), { readOnly: true })

for (;;) {
  writeSync(1, `at ${new Date(now_ms).toISOString()}\n`)
  const [there] = await query(sql<{ due: boolean; pending: boolean }>`
    select exists (select 1 from report_schedules where due_at <= ${new Date(now_ms)}) as due,
      exists (select 1 from report_sends where status = 'pending') as pending`)
  isWatching = there?.due ?? false
  const planned = await planDueReports(parts)
  isWatching = true
  if (there?.pending || planned > 0) {
    const pending = await query(sql<{ id: number }>`select id from report_sends where status = 'pending' order by id`)
    for (const { id } of pending) await sendReport(parts, id)
  }
  if (now_ms >= Date.parse(until)) break
  now_ms = Math.min(Date.parse(until), now_ms + 300_000 + Math.floor(next() * (LONGEST_STEP_MS - 300_000)))
}
await closeParts(programParts)
