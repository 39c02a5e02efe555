import { DAY_MS } from '@sitewatch/contract/durations'
import type { Config } from '../../config.ts'
import type { Geo } from '../../platform/geo.ts'
import { appendInbox, createInboxGauge, type InboxGauge } from '../../platform/inbox/index.ts'
import type { Log } from '../../platform/log.ts'
import { Counter, type Metrics } from '../../platform/metrics.ts'
import { type Postgres, sql } from '../../platform/postgres/index.ts'
import { openSiteDirectory, type Site, type SiteDirectory } from '../websites/index.ts'
import { createDropCounts, type DropCounts } from './drop-counts.ts'
import type { PageEvent } from './event.ts'
import { createFairness, TICK_MS } from './fairness.ts'
import { type Addition, type Batch, createGroupCommit, type GroupCommit } from './group-commit.ts'
import { dayOf, visitorIdOf } from './identity.ts'
import { createAdmissionTicker } from './admission-ticker.ts'
import { createPressureMeter } from './pressure.ts'
import { writeRow, writeVisit } from './rows.ts'
import { createSalts, type Salts } from './salts.ts'
import { judge, visitorLimit } from './steps/index.ts'
import { createAdmissionQueue, type AdmissionQueue } from './admission-queue.ts'
import type { Parsed, Visit } from './visit.ts'
import { createVisitorEvents } from './visitor-events.ts'

export interface CollectorParts {
  config: Pick<Config, 'SITEWATCH_SECRET' | 'SITEWATCH_RETENTION_DAYS' | 'SITEWATCH_MAX_EVENTS_PER_VISITOR'>
  postgres: Postgres
  metrics: Metrics
  log: Log
  geo: Geo
}

interface Receipt {
  accepted: number
  /** The drop reason of each event by position; null when it counts. */
  reasons: (string | null)[]
}

export interface Collector {
  readonly sites: SiteDirectory
  /** Whether it is this website's turn; see AdmissionQueue. */
  admit: AdmissionQueue['admit']
  /** Too many events wait to be stored: answer 503 with Retry-After. */
  readonly isFull: boolean
  /** Runs the steps on the events and resolves once those that count are committed. Rejects when they may not be. */
  take: <Raw>(visit: Visit, sent: readonly Raw[], read: (raw: Raw, visit: Visit) => Parsed) => Promise<Receipt>
  countDrop(site: Site, reason: string): void
  /** Logged at most once a second: while Postgres is unavailable, every request fails. */
  noteFailure(error: unknown): void
  stop(): Promise<void>
}

async function commitBatch(postgres: Postgres, batch: Batch): Promise<void> {
  await postgres.asRole('collector', async (tx) => {
    if (batch.event_count > 0) {
      await appendInbox(tx, 'events', { ndjson: batch.events.join(''), count: batch.event_count })
    }
    if (batch.filtered_count > 0) {
      await appendInbox(tx, 'filtered_events', { ndjson: batch.filtered.join(''), count: batch.filtered_count })
    }
    if (batch.first_events.size > 0) {
      await tx.execute(sql`
        update websites w set first_event_at = clock_timestamp(), first_event_origin = first.origin
        from unnest(${[...batch.first_events.keys()]}::bigint[], ${[...batch.first_events.values()]}::text[]) as first (id, origin)
        where w.id = first.id and w.first_event_at is null`)
    }
  })
}

interface CollectorState {
  parts: CollectorParts
  sites: SiteDirectory
  salts: Salts
  drops: DropCounts
  commit: GroupCommit
  gauge: InboxGauge
  visitors: ReturnType<typeof createVisitorEvents>
}

/** The visitor and its part of the row, computed once for each day that the events of a request belong to: one day, or two. */
async function findVisitor(
  { salts, parts }: CollectorState,
  visit: Visit,
  day: string,
): Promise<{ visitor_id: string; text: string }> {
  const known = salts.find(day)
  const salt = known instanceof Promise ? await known : known
  const { site, address, user_agent } = visit
  const visitor_id = visitorIdOf(salt, { website_id: site.id, address, user_agent })
  return { visitor_id, text: writeVisit(visit, visitor_id, parts.geo.countryOf(address)) }
}

async function take<Raw>(
  state: CollectorState,
  visit: Visit,
  sent: readonly Raw[],
  read: (raw: Raw, visit: Visit) => Parsed,
): Promise<Receipt> {
  const { site, client, now_ms } = visit
  const reasons: (string | null)[] = []
  const addition = {
    events: '',
    event_count: 0,
    filtered: '',
    filtered_count: 0,
    first_event: null as Addition['first_event'],
  }
  let origin = ''
  let day = ''
  let visitor = { visitor_id: '', text: '' }
  for (const raw of sent) {
    const checked = judge(raw, visit, read)
    const { event } = checked
    let { drop } = checked
    if (event !== null && (drop === null || drop.storesFiltered)) {
      const eventDay = dayOfEvent(event, now_ms)
      if (eventDay !== day) {
        day = eventDay
        visitor = await findVisitor(state, visit, day)
      }
      if (drop === null && !state.visitors.admit(visitor.visitor_id)) drop = visitorLimit
    }
    reasons.push(drop?.reason ?? null)
    if (drop) state.drops.add({ site, reason: drop.reason, detail: drop.storesFiltered ? client.bot : '' }, now_ms)
    if (event === null || (drop && !drop.storesFiltered)) continue
    const row = writeRow(visitor.text, event, client)
    if (drop) {
      addition.filtered += row
      addition.filtered_count++
    } else {
      origin ||= event.page.origin
      addition.events += row
      addition.event_count++
    }
  }
  if (addition.event_count > 0 && !site.had_event) addition.first_event = { website_id: site.id, origin }
  if (addition.event_count + addition.filtered_count > 0) await state.commit.add(addition)
  if (addition.first_event !== null) site.had_event = true
  return { accepted: addition.event_count, reasons }
}

const dayOfEvent = ({ time_ms }: PageEvent, now_ms: number): string =>
  time_ms === now_ms ? dayOfNow(now_ms) : dayOf(time_ms)

let today = { until_ms: 0, from_ms: 0, day: '' }

/** Formatting a date takes longer than all steps together, and the result changes once a day. */
function dayOfNow(now_ms: number): string {
  if (now_ms >= today.until_ms || now_ms < today.from_ms) {
    const from_ms = Math.floor(now_ms / DAY_MS) * DAY_MS
    today = { from_ms, until_ms: from_ms + DAY_MS, day: dayOf(now_ms) }
  }
  return today.day
}

const LOG_INTERVAL_MS = 1000
/** 3 s, longer than a request waits in the queue. */
const IDLE_TICKS = 300

function createFailureLog(log: Log): (error: unknown) => void {
  let quiet_until_ms = 0
  let unlogged = 0
  return (error) => {
    unlogged++
    if (Date.now() < quiet_until_ms) return
    log.error({ err: error, requests: unlogged }, 'could not store events')
    quiet_until_ms = Date.now() + LOG_INTERVAL_MS
    unlogged = 0
  }
}

export async function openCollector(parts: CollectorParts): Promise<Collector> {
  const { postgres, config, metrics, log } = parts
  const onError = (error: unknown): void => log.warn({ err: error }, 'collector cannot reach Postgres')
  const dropped = new Counter({
    name: 'sitewatch_events_dropped_total',
    help: 'Events that were not counted, by reason',
    labelNames: ['reason'],
    registers: [metrics.registry],
  })
  const accepted = new Counter({
    name: 'sitewatch_events_accepted_total',
    help: 'Events committed to the inbox',
    registers: [metrics.registry],
  })
  const pressure = createPressureMeter()
  const state: CollectorState = {
    parts,
    sites: await openSiteDirectory({ postgres, default_retention_days: config.SITEWATCH_RETENTION_DAYS }),
    salts: createSalts(postgres, config.SITEWATCH_SECRET),
    drops: createDropCounts({ postgres, onCounted: (reason, count) => dropped.labels(reason).inc(count), onError }),
    commit: createGroupCommit(async (batch) => {
      await commitBatch(postgres, batch)
      accepted.inc(batch.event_count)
    }),
    gauge: createInboxGauge(postgres, { role: 'collector', kind: 'events', onError }),
    visitors: createVisitorEvents(config.SITEWATCH_MAX_EVENTS_PER_VISITOR),
  }
  const { sites, commit, gauge, drops } = state
  const queue = createAdmissionQueue(createFairness(pressure.measure))
  const ticker = createAdmissionTicker({
    tick_ms: TICK_MS,
    idle_ticks: IDLE_TICKS,
    onTick(late_ms) {
      pressure.noteLate(late_ms)
      queue.onTick()
    },
  })
  return {
    sites,
    admit(website_id) {
      ticker.wake()
      return queue.admit(website_id)
    },
    get isFull() {
      return commit.isFull || gauge.isFull
    },
    take: (visit, sent, read) => take(state, visit, sent, read),
    noteFailure: createFailureLog(log),
    countDrop: (site, reason) => drops.add({ site, reason, detail: '' }, Date.now()),
    async stop() {
      ticker.stop()
      gauge.stop()
      await commit.stop()
      await drops.stop()
      await sites.stop()
    },
  }
}
