import {
  type CommonSettings,
  findSettingFacts,
  type Monitor,
  PLAIN_SETTINGS,
  type PlainSettingName,
  type TypeField,
  TYPE_FIELDS,
} from '@sitewatch/contract'
import { describeUnknown, getShownStatus, getUnobservedSince, type MonitorState } from '../checks/index.ts'
import { computeUptime, findWindow, type UptimeSource } from '../incidents/index.ts'
import { sql } from '../../platform/postgres/index.ts'
import { SETTING_COLUMNS } from './columns.ts'

/** A monitor with its state, as one row. */
export interface MonitorRow extends CommonSettings {
  id: number
  settings: Record<string, unknown>
  website_domain: string | null
  escalation: Monitor['escalation']
  provider_ids: number[]
  alerts_nobody: boolean
  status: MonitorState['status']
  unknown: MonitorState['unknown']
  unobserved_since: number | null
  next_due_at: number | null
  last_checked_at: number | null
  last_response_ms: number | null
  is_slow: boolean
  last_error: string | null
  tls_expires_at: string | null
  certificate: { issuer: string; names: string[]; chain: NonNullable<Monitor['tls_chain']> } | null
  domain_expires_at: string | null
  created_at: string
  updated_at: string
  now_ms: number
}

const PROVIDER_IDS = sql`array(select a.provider_id from assignments a
  where a.team_id = m.team_id and a.monitor_id = m.id and a.enabled order by a.provider_id)`

const WEBSITE_DOMAIN = sql`(select w.domain from websites w where w.team_id = m.team_id and w.id = m.website_id)`

/** The escalation policy of a monitor `m`, as escalation_of_monitor finds it. Calling that for a thousand monitors takes two seconds. */
const ESCALATION_POLICY_ID = sql`coalesce(m.escalation_policy_id,
  (select t.policy_id from escalation_tags t where t.team_id = m.team_id and t.tag = any (m.tags) order by t.tag limit 1),
  (select p.id from escalation_policies p where p.team_id = m.team_id and p.is_default))`

/**
 * Whether neither an assignment nor the escalation policy of a monitor `m` reaches anybody. A provider whose recipient has not confirmed
 * gets no alerts, and a policy sends nothing to a provider whose assignment somebody disabled or removed.
 */
export const ALERTS_NOBODY = sql`not (
  exists (select from assignments a join providers p on p.team_id = a.team_id and p.id = a.provider_id and p.confirmed_at is not null
    where a.team_id = m.team_id and a.monitor_id = m.id and a.enabled)
  or exists (select from escalation_targets t where t.team_id = m.team_id and t.policy_id = ${ESCALATION_POLICY_ID} and (t.schedule_id is not null
    or exists (select from providers p where p.team_id = t.team_id and p.id = t.provider_id and p.confirmed_at is not null)
      and not exists (select from assignments a
        where a.team_id = t.team_id and a.monitor_id = m.id and a.provider_id = t.provider_id and not a.enabled)
      and not exists (select from removed_assignments d
        where d.team_id = t.team_id and d.monitor_id = m.id and d.provider_id = t.provider_id))))`

/** Whether a monitor `m` is slow. */
export const IS_SLOW = sql`exists (select from response_windows w where w.team_id = m.team_id and w.monitor_id = m.id and w.is_slow)`

const CERTIFICATE = sql`(select jsonb_build_object('issuer', c.issuer, 'names', c.names, 'chain', c.chain) from monitor_certificates c
  where c.team_id = m.team_id and c.monitor_id = m.id)`

/** When the domain of a monitor `m` expires; null until the domain of a new URL is known. */
const DOMAIN_EXPIRES_AT = sql`(select d.expires_at from monitor_domains d
  where d.team_id = m.team_id and d.monitor_id = m.id and d.url = m.url)`

/** The monitors that a monitor `m` depends on, ordered by id. */
export const DEPENDS_ON = sql`array(select d.parent_id from monitor_dependencies d
  where d.team_id = m.team_id and d.monitor_id = m.id order by d.parent_id)`

export const MONITOR_COLUMNS = sql`m.id, ${SETTING_COLUMNS}, ${DEPENDS_ON} as depends_on, m.settings,
  ${WEBSITE_DOMAIN} as website_domain, escalation_of_monitor(m.team_id, m.escalation_policy_id, m.tags) as escalation,
  ${PROVIDER_IDS} as provider_ids, ${ALERTS_NOBODY} as alerts_nobody, s.status, s.unknown, s.unobserved_since,
  coalesce(s.next_due_at, locations_due_at(s.team_id, s.monitor_id)) as next_due_at, s.last_checked_at, s.last_response_ms, ${IS_SLOW} as is_slow, s.last_error, s.tls_expires_at, ${CERTIFICATE} as certificate,
  ${DOMAIN_EXPIRES_AT} as domain_expires_at, m.created_at, m.updated_at,
  (extract(epoch from now()) * 1000)::bigint as now_ms`

/** While the state of the target is unknown, this says why. It is also unknown while a check is overdue. */
function describeLastError({ status, unknown, next_due_at, last_error, now_ms }: MonitorRow): string | null {
  if (unknown !== null) return describeUnknown(unknown)
  const isLate = status !== 'paused' && getUnobservedSince({ unobserved_since: null, next_due_at }, now_ms) !== null
  return isLate ? describeUnknown('late') : last_error
}

const showPlain = (row: MonitorRow): Pick<Monitor, PlainSettingName> =>
  Object.fromEntries(PLAIN_SETTINGS.map((name) => [name, row[name]])) as Pick<Monitor, PlainSettingName>

/** The fields of every type, null if this type does not have them. Secrets are stored here as masks. */
function showSettings({ type, settings }: MonitorRow): Pick<Monitor, TypeField> {
  const { defaults } = findSettingFacts(type)
  const shown = TYPE_FIELDS.map((name) => [name, name in settings ? settings[name] : (defaults[name] ?? null)])
  return Object.fromEntries(shown) as Pick<Monitor, TypeField>
}

/** For a heartbeat, `showHeartbeats` fills them in. */
const NO_PINGS = { ping_url: null, last_ping_at: null, next_ping_at: null }

export function toMonitor(row: MonitorRow, history: UptimeSource): Monitor {
  const since = getUnobservedSince(row, row.now_ms)
  const unobserved = since === null ? history.unobserved : [...history.unobserved, { from: since, to: null }]
  const uptime = (window: '24h' | '30d') =>
    computeUptime({
      window: findWindow(window, row.now_ms),
      observed_from: Date.parse(row.created_at),
      incidents: history.incidents,
      unobserved,
    }).uptime_percent
  return {
    object: 'monitor',
    id: row.id,
    friendly_name: row.friendly_name,
    url: row.url,
    type: row.type,
    interval: row.interval,
    is_active: row.is_active,
    status: getShownStatus(row),
    ...showPlain(row),
    ...showSettings(row),
    website_id: row.website_id,
    website_domain: row.website_domain,
    locations: row.locations,
    quorum: row.quorum,
    tags: row.tags,
    depends_on: row.depends_on,
    escalation_policy_id: row.escalation_policy_id,
    escalation: row.escalation,
    provider_ids: row.provider_ids,
    alerts_nobody: row.alerts_nobody,
    last_checked_at: row.last_checked_at === null ? null : new Date(row.last_checked_at).toISOString(),
    last_response_ms: row.last_response_ms,
    is_slow: row.is_slow,
    last_error: describeLastError(row),
    tls_expires_at: row.tls_expires_at,
    tls_issuer: row.certificate?.issuer ?? null,
    tls_names: row.certificate?.names ?? null,
    tls_chain: row.certificate?.chain ?? null,
    domain_expires_at: row.domain_expires_at,
    ...NO_PINGS,
    uptime: { '24h': uptime('24h'), '30d': uptime('30d') },
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}
