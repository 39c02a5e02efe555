import { type RoleTx, sql, type UserTx } from '../../platform/postgres/index.ts'
import { MODEL_VERSION, type TrafficModel } from '../expected-traffic/index.ts'
import type { Findings, Usual } from './cause.ts'
import type { InspectedSite } from './inspect.ts'

/** A website with a model of its traffic. */
export interface WatchedWebsite {
  id: number
  team_id: number
  alerts_on: boolean
  /** Version of the model. */
  built_at: string
  is_explained: boolean
  incident_id: number | null
  normal_since: string | null
  spike_at: string | null
}

/** Low visits right after an outage or a maintenance are still its consequence. */
const EXPLAINED_MINUTES = 15

export function listWatchedUnscoped(tx: RoleTx<'worker'>, now: Date): Promise<WatchedWebsite[]> {
  return tx.query(sql<WatchedWebsite>`
    with explained as (
      select m.website_id
      from (select monitor_id from incidents where resolved_at is null
        union select monitor_id from incidents where resolved_at > ${now}::timestamptz - make_interval(mins => ${EXPLAINED_MINUTES})) i
        join monitors m on m.id = i.monitor_id
      where m.website_id is not null
      union
      select m.website_id
      from (select monitor_id from list_maintained_monitors(${now})
        union select monitor_id from list_maintained_monitors(${now}::timestamptz - make_interval(mins => ${EXPLAINED_MINUTES}))) x
        join monitors m on m.id = x.monitor_id
      where m.website_id is not null)
    select w.id, w.team_id, w.traffic_alerts as alerts_on, m.built_at, w.id in (select website_id from explained) as is_explained,
      i.id as incident_id, t.normal_since, t.spike_at
    from traffic_models m join websites w on w.team_id = m.team_id and w.id = m.website_id
      join teams on teams.id = w.team_id and not teams.is_suspended
      left join incidents i on i.website_id = w.id and i.resolved_at is null
      left join traffic_watches t on t.team_id = w.team_id and t.website_id = w.id
    where m.model is not null and (m.model ->> 'version')::int = ${MODEL_VERSION}
    order by w.id`)
}

/** Open incidents of websites whose model has too few visits by now. */
export async function listUnwatchedIncidentsUnscoped(tx: RoleTx<'worker'>): Promise<number[]> {
  const rows = await tx.query(sql<{ id: number }>`
    select i.id from incidents i join traffic_models m on m.team_id = i.team_id and m.website_id = i.website_id
    where i.kind = 'traffic' and i.resolved_at is null and m.model is null`)
  return rows.map(({ id }) => id)
}

export function readModelsUnscoped(
  tx: RoleTx<'worker'>,
  ids: readonly number[],
): Promise<{ website_id: number; built_at: string; model: TrafficModel }[]> {
  return tx.query(sql<{ website_id: number; built_at: string; model: TrafficModel }>`
    select website_id, built_at, model from traffic_models where website_id = any(${ids}::bigint[]) and model is not null`)
}

export async function saveNormalSinceUnscoped(
  tx: RoleTx<'worker'>,
  { team_id, id }: Pick<WatchedWebsite, 'team_id' | 'id'>,
  normal_since: Date | null,
): Promise<void> {
  await tx.execute(sql`
    insert into traffic_watches (team_id, website_id, normal_since) values (${team_id}, ${id}, ${normal_since})
    on conflict (team_id, website_id) do update set normal_since = excluded.normal_since`)
}

/** False when it was noted meanwhile. */
export async function saveSpikeUnscoped(
  tx: RoleTx<'worker'>,
  { team_id, id }: Pick<WatchedWebsite, 'team_id' | 'id'>,
  { now, before }: { now: Date; before: Date },
): Promise<boolean> {
  const saved = await tx.execute(sql`
    insert into traffic_watches as t (team_id, website_id, spike_at) values (${team_id}, ${id}, ${now})
    on conflict (team_id, website_id) do update set spike_at = excluded.spike_at
      where t.spike_at is null or t.spike_at < ${before}`)
  return saved > 0
}

interface InspectionResult {
  results: Usual['results']
  collector_failed: boolean
}

/** `last` is what the last inspection found. A finding is usual when the one before found it, too: a new defect is not usual. */
interface StoredUsual extends InspectionResult {
  last: InspectionResult
}

export interface KnownSite {
  site: InspectedSite
  team_id: number
  usual: Usual
  /** What the last inspection found; null before the first one. */
  last: InspectionResult | null
}

type SiteRow = Omit<InspectedSite, 'monitor_urls'> & {
  team_id: number
  monitor_urls: string[]
  addresses: string[] | null
  usual: StoredUsual | null
}

const SITE = sql`w.id, w.team_id, w.domain, w.tracking_id, w.first_event_at,
  array(select m.url from monitors m where m.team_id = w.team_id and m.website_id = w.id and m.type = 'http' and m.is_active
    and m.deleted_at is null order by m.id limit 20) as monitor_urls, t.addresses, t.usual`

const describeSite = ({ team_id, addresses, usual, ...site }: SiteRow): KnownSite => ({
  site,
  team_id,
  usual: {
    results: usual?.results ?? [],
    addresses: addresses ?? [],
    collector_failed: usual?.collector_failed ?? false,
  },
  last: usual?.last ?? null,
})

export async function findSiteUnscoped(tx: RoleTx<'worker'>, id: number): Promise<KnownSite | undefined> {
  const row = await tx.maybe(sql<SiteRow>`
    select ${SITE} from websites w left join traffic_watches t on t.team_id = w.team_id and t.website_id = w.id where w.id = ${id}`)
  return row && describeSite(row)
}

/** Websites whose traffic is watched and not low, and that were last inspected before `before`. */
export async function listDueSitesUnscoped(
  tx: RoleTx<'worker'>,
  { before, max }: { before: Date; max: number },
): Promise<KnownSite[]> {
  const rows = await tx.query(sql<SiteRow>`
    select ${SITE}
    from traffic_models o join websites w on w.team_id = o.team_id and w.id = o.website_id and w.traffic_alerts
      join teams on teams.id = w.team_id and not teams.is_suspended
      left join traffic_watches t on t.team_id = w.team_id and t.website_id = w.id
    where o.model is not null and (t.resolved_at is null or t.resolved_at < ${before})
      and not exists (select from incidents i where i.website_id = w.id and i.resolved_at is null)
    order by t.resolved_at nulls first, w.id limit ${max}`)
  return rows.map(describeSite)
}

const MAX_ADDRESSES = 50

/** The newest addresses stay: those of a content delivery network change from one inspection to the next. */
export async function saveInspectionUnscoped(
  tx: RoleTx<'worker'>,
  { site, team_id, usual, last }: KnownSite,
  { findings, now }: { findings: Findings; now: Date },
): Promise<void> {
  const addresses = [...new Set([...(findings.addresses ?? []), ...usual.addresses])].slice(0, MAX_ADDRESSES)
  const seen: InspectionResult = {
    results: [...new Set(findings.pages.map(({ result }) => result))],
    collector_failed: findings.collector_failure !== null,
  }
  const stored: StoredUsual = {
    results: seen.results.filter((result) => last?.results.includes(result) ?? false),
    collector_failed: seen.collector_failed && (last?.collector_failed ?? false),
    last: seen,
  }
  await tx.execute(sql`
    insert into traffic_watches (team_id, website_id, addresses, usual, resolved_at)
    select team_id, id, ${addresses}::text[], ${JSON.stringify(stored)}::jsonb, ${now} from websites where team_id = ${team_id} and id = ${site.id}
    on conflict (team_id, website_id) do update
      set addresses = excluded.addresses, usual = excluded.usual, resolved_at = excluded.resolved_at`)
}

/** Whether traffic drop alerts are enabled for the website. */
export async function findAlertsOn(tx: UserTx, website_id: number): Promise<boolean> {
  const row = await tx.maybe(sql<{ traffic_alerts: boolean }>`
    select traffic_alerts from websites where team_id = ${tx.team_id} and id = ${website_id}`)
  return row?.traffic_alerts ?? false
}
