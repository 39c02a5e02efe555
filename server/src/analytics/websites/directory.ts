import { createBatchedLookup } from '../../platform/batched-lookup.ts'
import { type Postgres, type RoleTx, sql } from '../../platform/postgres/index.ts'
import { type IpRules, type ParamRules, parseIpRules, parseParamRules } from './exclusions.ts'
import { WeighedCache } from './weighed-cache.ts'

/** The settings of a website that a collector needs, parsed. */
export interface Site {
  /** 0 when there is no such website. */
  id: number
  team_id: number
  domain: string
  exclude_bots: boolean
  ip_rules: IpRules
  param_rules: ParamRules
  retention_days: number
  honor_dnt: boolean
  had_event: boolean
}

export interface SiteDirectory {
  /** Not a promise when it is cached. Id 0 for an unknown id and for a deleted website alike. */
  find(tracking_id: string): Site | Promise<Site>
  stop(): Promise<void>
}

interface Row {
  id: number
  team_id: number
  tracking_id: string
  domain: string
  exclude_bots: number
  exclude_params: string | null
  exclude_ips: string | null
  retention_days: number | null
  honor_dnt: boolean
  had_event: boolean
}

const UNKNOWN_SITE: Site = {
  id: 0,
  team_id: 0,
  domain: '',
  exclude_bots: true,
  ip_rules: [],
  param_rules: new Set(),
  retention_days: 1,
  honor_dnt: false,
  had_event: true,
}

const TRACKING_ID = /^[0-9A-Za-z]{16}$/
export const isTrackingId = (text: string): boolean => TRACKING_ID.test(text)

function findSitesUnscoped(tx: RoleTx<'collector'>, ids: readonly string[]): Promise<Row[]> {
  return tx.query(sql<Row>`
    select w.id, w.team_id, w.tracking_id, w.domain, w.exclude_bots, w.exclude_params, w.exclude_ips, w.retention_days,
      w.honor_dnt, w.first_event_at is not null as had_event
    from websites w join teams t on t.id = w.team_id
    where w.tracking_id = any(${ids}) and not t.is_suspended`)
}

function toSite(row: Row, default_retention_days: number): Site {
  return {
    id: row.id,
    team_id: row.team_id,
    domain: row.domain,
    exclude_bots: row.exclude_bots === 1,
    ip_rules: parseIpRules(row.exclude_ips).rules,
    param_rules: parseParamRules(row.exclude_params).rules,
    retention_days: row.retention_days ?? default_retention_days,
    honor_dnt: row.honor_dnt,
    had_event: row.had_event,
  }
}

interface CachedSite {
  site: Site
  until_ms: number
}

/** NOTIFY announces changes at once; this is for a listener whose connection was lost unnoticed. */
const KEEP_MS = 5 * 60_000
const MIB = 1024 * 1024
/** Most websites take 1 kB. */
const MAX_LIGHT_BYTES = 8 * 1024
const MAX_LIGHT = { entries: 50_000, bytes: 64 * MIB }
/** Websites with long exclusion lists (up to 520 kB each) have a separate cache, so that they evict only each other. */
const MAX_HEAVY = { entries: 50_000, bytes: 32 * MIB }
/** Unknown ids have a separate cache, so that random ids evict only each other. */
const MAX_UNKNOWN = { entries: 10_000, bytes: 8 * MIB }
/** 100 full exclusion lists take 50 MB until they are parsed and cached. */
const MAX_PER_QUERY = 100

const SITE_BYTES = 600
/** Measured, rounded up: objects, arrays and the overhead of a Set. */
const RULE_BYTES = 320
const NAME_BYTES = 80

/** The approximate size in memory. */
function estimateBytes({ ip_rules, param_rules }: Site): number {
  let bytes = SITE_BYTES + ip_rules.length * RULE_BYTES
  if (param_rules !== 'all') for (const name of param_rules) bytes += NAME_BYTES + 2 * name.length
  return bytes
}

class SiteCache {
  private readonly light = new WeighedCache<CachedSite>(MAX_LIGHT)
  private readonly heavy = new WeighedCache<CachedSite>(MAX_HEAVY)
  private readonly unknown = new WeighedCache<CachedSite>(MAX_UNKNOWN)
  private readonly caches = [this.light, this.heavy, this.unknown]

  find(tracking_id: string): Site | undefined {
    const hit = this.light.get(tracking_id) ?? this.heavy.get(tracking_id) ?? this.unknown.get(tracking_id)
    return hit && hit.until_ms > Date.now() ? hit.site : undefined
  }

  remember(tracking_id: string, site: Site): void {
    this.forget(tracking_id)
    const bytes = estimateBytes(site)
    const cache = site === UNKNOWN_SITE ? this.unknown : bytes <= MAX_LIGHT_BYTES ? this.light : this.heavy
    cache.set(tracking_id, { site, until_ms: Date.now() + KEEP_MS }, bytes)
  }

  /** Null forgets all of them. */
  forget(tracking_id: string | null): void {
    for (const cache of this.caches) {
      if (tracking_id === null) cache.clear()
      else cache.delete(tracking_id)
    }
  }
}

interface DirectoryOptions {
  postgres: Postgres
  default_retention_days: number
}

/**
 * Settings by tracking id, in memory. However many unknown ids arrive at once, one query at a time goes to the database,
 * for all of them together.
 */
export async function openSiteDirectory(options: DirectoryOptions): Promise<SiteDirectory> {
  const { postgres, default_retention_days } = options
  const cached = new SiteCache()
  /** Ids that are being read right now. If a change is announced meanwhile, the result is returned but not cached. */
  const loading = new Map<string, { changed: boolean }>()

  const forget = (tracking_id: string | null): void => {
    const id = tracking_id === '' ? null : tracking_id
    cached.forget(id)
    const entries = id === null ? loading.values() : [loading.get(id)]
    for (const entry of entries) if (entry) entry.changed = true
  }

  const lookUp = createBatchedLookup<Site>(MAX_PER_QUERY, async (ids) => {
    for (const id of ids) loading.set(id, { changed: false })
    try {
      const rows = await postgres.asRole('collector', (tx) => findSitesUnscoped(tx, ids), { readOnly: true })
      const found = new Map(rows.map((row) => [row.tracking_id, toSite(row, default_retention_days)]))
      const find = (id: string): Site => found.get(id) ?? UNKNOWN_SITE
      for (const id of ids) if (loading.get(id)?.changed === false) cached.remember(id, find(id))
      return find
    } finally {
      for (const id of ids) loading.delete(id)
    }
  })

  const stopListening = await postgres.listen('websites', forget)
  return {
    find(tracking_id) {
      return cached.find(tracking_id) ?? (isTrackingId(tracking_id) ? lookUp(tracking_id) : UNKNOWN_SITE)
    },
    stop: stopListening,
  }
}
