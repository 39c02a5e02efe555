import { MINUTE_MS } from '@sitewatch/contract/durations'
import { insertAnnotation } from '../../analytics/annotations/index.ts'
import { findWebsiteRef } from '../../analytics/websites/index.ts'
import { announceTrafficIncident } from '../../alerting/notifications/index.ts'
import { insertTrafficIncidentUnscoped, resolveTrafficIncidentUnscoped } from '../../monitoring/incidents/index.ts'
import { type ClickHouse, ClickHouseUnavailable } from '../../platform/clickhouse/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { EntryRefused, type Postgres } from '../../platform/postgres/index.ts'
import { judgeTraffic, type TrafficJudgement, type TrafficModel } from '../expected-traffic/index.ts'
import { findOldestWaitingUnscoped, LOADED_MS } from '../impact/index.ts'
import { type NamedCause, nameCause } from './cause.ts'
import { type InspectionParts, inspectWebsite } from './inspect.ts'
import type { RecentMinutes } from './minutes.ts'
import { isCommonDrop, planWatch, SPIKE_MS, type WatchAction } from './plan.ts'
import {
  findSiteUnscoped,
  listUnwatchedIncidentsUnscoped,
  listWatchedUnscoped,
  readModelsUnscoped,
  saveNormalSinceUnscoped,
  saveSpikeUnscoped,
  type KnownSite,
  type WatchedWebsite,
} from './store.ts'
import { findMostVisitedUnscoped } from './visits.ts'

export interface WatchParts extends InspectionParts {
  postgres: Postgres
  clickhouse: Pick<ClickHouse, 'read'>
  clock: Clock
  log: Log
}

/** What a process keeps in memory from one run to the next. */
export interface WatchMemory {
  readonly minutes: RecentMinutes
  readonly models: Map<number, { built_at: string; model: TrafficModel }>
}

interface JudgedWebsite {
  website: WatchedWebsite
  judged: TrafficJudgement
  action: WatchAction
}

const MAX_AGE_MS = 2 * MINUTE_MS
/** Pages are fetched for this many websites at a time; each takes seconds. */
const MAX_CONCURRENT_LOOKS = 8

/** Reads only the models that were rebuilt since the last run: a model is some kilobytes of JSON. */
async function refreshModels({ postgres }: WatchParts, memory: WatchMemory, watched: readonly WatchedWebsite[]) {
  const stale = watched.filter(({ id, built_at }) => memory.models.get(id)?.built_at !== built_at).map(({ id }) => id)
  if (stale.length > 0) {
    const rows = await postgres.asRole('worker', (tx) => readModelsUnscoped(tx, stale), { readOnly: true })
    for (const { website_id, ...built } of rows) memory.models.set(website_id, built)
  }
  const ids = new Set(watched.map(({ id }) => id))
  for (const id of memory.models.keys()) if (!ids.has(id)) memory.models.delete(id)
}

/** An incident without its cause is better than none. */
async function findCause(parts: WatchParts, { site, usual }: KnownSite, now_ms: number): Promise<NamedCause> {
  try {
    const visited = await findMostVisitedUnscoped(parts.clickhouse, site.id, now_ms).catch(() => null)
    return nameCause(await inspectWebsite(parts, site, visited), usual)
  } catch (error) {
    parts.log.warn({ err: error, website_id: site.id }, 'looking for the cause of a drop failed')
    return { kind: 'unknown', http_status: null, message: 'Looking for the cause failed.' }
  }
}

async function openIncident(parts: WatchParts, { website, judged }: JudgedWebsite, now_ms: number): Promise<void> {
  const found = await parts.postgres.asRole('worker', (tx) => findSiteUnscoped(tx, website.id), { readOnly: true })
  if (!found) return
  const cause = await findCause(parts, found, now_ms)
  // Looking for the cause takes seconds. If it took longer, this process was stopped, and a later run has judged newer visits.
  if (parts.clock.now().getTime() - now_ms > MAX_AGE_MS) return
  await parts.postgres.asRole('worker', async (tx) => {
    const id = await insertTrafficIncidentUnscoped(tx, {
      team_id: website.team_id,
      website_id: website.id,
      started_ms: judged.since_ms,
      confirmed_ms: parts.clock.now().getTime(),
      cause,
      traffic: describeJudged(judged, now_ms),
    })
    if (id === undefined) return
    await saveNormalSinceUnscoped(tx, website, null)
    await announceTrafficIncident(tx, id, 'opened')
    parts.log.info({ website_id: website.id, incident_id: id, cause: cause.kind }, 'visits dropped: opened an incident')
  })
}

const round = (visits: number): number => Math.round(visits * 10) / 10

const describeJudged = ({ since_ms, visits, low, high, seen }: TrafficJudgement, now_ms: number) => ({
  from: new Date(since_ms).toISOString(),
  to: new Date(now_ms).toISOString(),
  visits_expected: round(visits),
  visits_low: round(low),
  visits_high: round(high),
  visits_seen: seen,
})

/** Adds an annotation to the chart of the website, where people look when they wonder about a spike. */
async function noteSpike({ postgres }: WatchParts, { website, judged }: JudgedWebsite, now_ms: number): Promise<void> {
  const now = new Date(now_ms)
  const isNew = await postgres.asRole('worker', (tx) =>
    saveSpikeUnscoped(tx, website, { now, before: new Date(now_ms - SPIKE_MS) }),
  )
  if (!isNew) return
  const text = `Traffic spike: ${judged.seen} visits instead of about ${Math.round(judged.visits)}`
  await postgres.asUser({ team_id: website.team_id, system: true }, async (tx) => {
    const ref = await findWebsiteRef(tx, website.id)
    if (ref)
      await insertAnnotation(tx, ref, { text, link: null, happened_at: new Date(judged.since_ms), author: 'Sitewatch' })
  })
}

async function resolveIncident(
  { postgres }: WatchParts,
  { incident_id, normal_since }: WatchedWebsite,
  { resolution, now_ms }: { resolution: 'recovered' | 'paused'; now_ms: number },
): Promise<void> {
  if (incident_id === null) return
  const resolved_ms = resolution === 'recovered' && normal_since !== null ? Date.parse(normal_since) : now_ms
  await postgres.asRole('worker', async (tx) => {
    const isResolved = await resolveTrafficIncidentUnscoped(tx, { id: incident_id, resolved_ms, resolution })
    if (isResolved && resolution === 'recovered') await announceTrafficIncident(tx, incident_id, 'resolved')
  })
}

async function applyAction(parts: WatchParts, seen: JudgedWebsite, now_ms: number): Promise<void> {
  const { website, action } = seen
  const save = (normal_since: Date | null) =>
    parts.postgres.asRole('worker', (tx) => saveNormalSinceUnscoped(tx, website, normal_since))
  if (action === 'open') await openIncident(parts, seen, now_ms)
  if (action === 'resolve') await resolveIncident(parts, website, { resolution: 'recovered', now_ms })
  if (action === 'pause') await resolveIncident(parts, website, { resolution: 'paused', now_ms })
  if (action === 'note_normal') await save(new Date(now_ms))
  if (action === 'note_drop') await save(null)
  if (action === 'note_spike') await noteSpike(parts, seen, now_ms)
}

/** A website without visits for months has no expected traffic any more, so its traffic would never be back to normal. */
async function endUnwatched({ postgres }: WatchParts, now: Date): Promise<void> {
  await postgres.asRole('worker', async (tx) => {
    for (const id of await listUnwatchedIncidentsUnscoped(tx))
      await resolveTrafficIncidentUnscoped(tx, { id, resolved_ms: now.getTime(), resolution: 'paused' })
  })
}

function judgeAll(memory: WatchMemory, watched: readonly WatchedWebsite[], now_ms: number): JudgedWebsite[] {
  return watched.flatMap((website) => {
    const known = memory.models.get(website.id)
    if (!known) return []
    const judged = judgeTraffic(known.model, memory.minutes.list(website.id, now_ms), now_ms)
    const action = planWatch({
      now_ms,
      verdict: judged.verdict,
      alerts_on: website.alerts_on,
      is_explained: website.is_explained,
      incident:
        website.incident_id === null
          ? null
          : { normal_since_ms: website.normal_since === null ? null : Date.parse(website.normal_since) },
      spike_ms: website.spike_at === null ? null : Date.parse(website.spike_at),
    })
    return [{ website, judged, action }]
  })
}

/** If most websites lose their visits at once, the reason is this server, and nobody should be alerted about their website. */
function removeCommonDrops({ log }: WatchParts, seen: readonly JudgedWebsite[]): readonly JudgedWebsite[] {
  // A website with an open incident dropped before, and shows nothing about what happens now.
  const judged = seen.filter(
    ({ judged: { verdict }, website }) => verdict !== 'cannot_tell' && website.incident_id === null,
  )
  const dropping = judged.filter(({ judged: { verdict }, website }) => verdict === 'drop' && !website.is_explained)
  if (!isCommonDrop(dropping.length, judged.length)) return seen
  log.warn(
    { websites: dropping.length, of: judged.length },
    'visits of most websites dropped at once, so the reason is this server or its network: no incidents are opened',
  )
  return seen.filter(({ action }) => action !== 'open')
}

async function applyActions(parts: WatchParts, seen: readonly JudgedWebsite[], now_ms: number): Promise<void> {
  const due = seen.filter(({ action }) => action !== 'nothing')
  const next = async (): Promise<void> => {
    for (let item = due.pop(); item; item = due.pop()) {
      const { website, action } = item
      try {
        await applyAction(parts, item, now_ms)
      } catch (error) {
        if (error instanceof EntryRefused) continue
        parts.log.error(
          { err: error, website_id: website.id, action },
          'applying the verdict on the traffic of a website failed',
        )
      }
    }
  }
  await Promise.all(Array.from({ length: MAX_CONCURRENT_LOOKS }, next))
}

/**
 * Judges the visits of all websites once. Nothing is judged while events wait to be loaded: visits that are missing then are no drop of
 * a website.
 */
export async function watchTraffic(parts: WatchParts, memory: WatchMemory): Promise<void> {
  const { postgres, clickhouse, clock, log } = parts
  const now = clock.now()
  const until_ms = Math.floor((now.getTime() - LOADED_MS) / MINUTE_MS) * MINUTE_MS
  await endUnwatched(parts, now)
  const { watched, oldest } = await postgres.asRole(
    'worker',
    async (tx) => ({ oldest: await findOldestWaitingUnscoped(tx), watched: await listWatchedUnscoped(tx, now) }),
    { readOnly: true },
  )
  if (oldest !== null && Date.parse(oldest) <= until_ms) {
    log.info({ since: oldest }, 'traffic not judged: events wait to be loaded')
    return
  }
  try {
    await memory.minutes.refresh(
      clickhouse,
      watched.map(({ id }) => id),
      until_ms,
    )
  } catch (error) {
    if (!(error instanceof ClickHouseUnavailable)) throw error
    log.debug({ err: error }, 'traffic not judged: ClickHouse is unavailable')
    return
  }
  await refreshModels(parts, memory, watched)
  await applyActions(parts, removeCommonDrops(parts, judgeAll(memory, watched, until_ms)), until_ms)
}
