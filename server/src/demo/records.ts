import { type NewMonitor, NewWebsite, type Provider } from '@sitewatch/contract'
import { DAY_MS, HOUR_MS } from '@sitewatch/contract/durations'
import type { Vault } from '../identity/accounts/index.ts'
import type { Config } from '../config.ts'
import { insertMonitor } from '../monitoring/monitors/index.ts'
import { insertProvider, saveAssignment } from '../alerting/notifications/index.ts'
import type { Egress } from '../platform/egress/index.ts'
import { sql, type UserTx } from '../platform/postgres/index.ts'
import { insertGoal } from '../analytics/stats/index.ts'
import { findWebsiteRef, insertWebsite, prepareWebsite, updateWebsite } from '../analytics/websites/index.ts'
import { DEMO_MONITORS, type DemoMonitor } from './monitors.ts'
import { DEMO_SITES, type DemoSite } from './sites.ts'

export interface RecordParts {
  config: Config
  vault: Vault
  egress: Egress
  now_ms: number
  history_ms: number
  /** The target of the HTTP monitors; without it they are paused. */
  target: string | undefined
}

interface MadeMonitor {
  monitor: DemoMonitor
  monitor_id: number
  interval_seconds: number
}

export interface MadeRecords {
  websites: { site: DemoSite; website_id: number }[]
  monitors: MadeMonitor[]
  providers: { email: number; slack: number }
}

export const DEMO_PROVIDERS = { email: 'On call (demo)', slack: 'Team channel (demo)' } as const

async function makeWebsite(tx: UserTx, { config }: RecordParts, site: DemoSite): Promise<number> {
  const input = NewWebsite.parse({ domain: site.domain, timezone: site.timezone })
  const prepared = await prepareWebsite(input, { allowSingleLabel: false })
  const { id } = await insertWebsite(tx, prepared, config.SITEWATCH_MAX_WEBSITES_PER_TEAM)
  if (site.favorite) await updateWebsite(tx, id, { favorite: true })
  const ref = await findWebsiteRef(tx, id)
  if (!ref) throw new Error('the website just made is not there')
  for (const goal of site.goals) await insertGoal(tx, ref, goal)
  return id
}

/** Without a target nothing is sent anywhere: the names end in .example, and the monitors are paused. */
function describeMonitor(monitor: DemoMonitor, { config, target }: RecordParts, website_id: number): NewMonitor {
  const { name, domain, type, path, keyword } = monitor
  const isActive = target !== undefined && type === 'http'
  const interval = Math.max(monitor.interval_seconds, config.SITEWATCH_MIN_INTERVAL_SECONDS)
  const url = isActive ? `${target.replace(/\/$/, '')}/${domain}${path}` : `https://${domain}${path}`
  if (type === 'heartbeat')
    return {
      friendly_name: name,
      type,
      cron: '30 2 * * *',
      timezone: 'Europe/Berlin',
      grace_seconds: 3600,
      is_active: false,
      website_id,
    }
  return {
    friendly_name: name,
    url: type === 'http' ? url : `${domain}${path}`,
    type,
    interval,
    is_active: isActive,
    website_id,
    ...(keyword !== undefined && { keyword }),
    ...(type === 'dns' && { record_type: 'MX' }),
    ...(type === 'tcp' && { starttls: 'smtp' }),
  }
}

const DEMO_PINGS = 10

/** A success for each of the last nights, as the job would have sent it. */
async function insertPings(
  tx: UserTx,
  { monitor_id, now_ms, run_ms }: { monitor_id: number; now_ms: number; run_ms: number },
): Promise<void> {
  const times = Array.from({ length: DEMO_PINGS }, (_, n) => now_ms - (n % DEMO_PINGS) * DAY_MS - HOUR_MS).reverse()
  await tx.execute(sql`
    insert into heartbeat_pings (team_id, monitor_id, slot, number, kind, exit_status, run_ms, body, received_at)
    select ${tx.team_id}, ${monitor_id}, n, n, 'success', 0, ${run_ms} + n * 1700, 'backup.tar.zst: 2.1 GB', at
    from unnest(${times}::bigint[]) with ordinality as ping (at, n)`)
  await tx.execute(sql`
    update heartbeats set ping_count = ${DEMO_PINGS}, last_ping_at = ${times.at(-1) ?? now_ms}, last_success_at = ${times.at(-1) ?? now_ms},
      last_run_ms = ${run_ms} where team_id = ${tx.team_id} and monitor_id = ${monitor_id}`)
}

async function makeMonitor(
  tx: UserTx,
  parts: RecordParts,
  { monitor, website_id }: { monitor: DemoMonitor; website_id: number },
): Promise<MadeMonitor> {
  const { config, egress, vault, now_ms, history_ms } = parts
  const { id, interval } = await insertMonitor(
    tx,
    {
      rules: { min_interval_seconds: config.SITEWATCH_MIN_INTERVAL_SECONDS, egress },
      vault,
      base_url: config.BASE_URL,
      quota: config.SITEWATCH_MAX_MONITORS_PER_TEAM,
    },
    describeMonitor(monitor, parts, website_id),
  )
  const { tls_days, typical_ms } = monitor
  const expires = tls_days === undefined ? null : new Date(now_ms + tls_days * DAY_MS)
  await tx.execute(sql`
    update monitors set created_at = ${new Date(now_ms - history_ms)} where team_id = ${tx.team_id} and id = ${id}`)
  if (monitor.type === 'heartbeat') await insertPings(tx, { monitor_id: id, now_ms, run_ms: typical_ms })
  await tx.execute(sql`
    update monitor_state set last_checked_at = ${now_ms}, last_response_ms = ${typical_ms}, tls_expires_at = ${expires}
    where team_id = ${tx.team_id} and monitor_id = ${id}`)
  return { monitor, monitor_id: id, interval_seconds: interval }
}

async function makeProviders(tx: UserTx, parts: RecordParts): Promise<MadeRecords['providers']> {
  const { config, vault, egress } = parts
  const quota = config.SITEWATCH_MAX_PROVIDERS_PER_TEAM
  const make = (input: Parameters<typeof insertProvider>[2]): Promise<Provider> =>
    insertProvider(tx, { config, vault, egress, quota }, input)
  const user = await tx.one(sql<{ email: string }>`select email from users where id = ${tx.user_id}`)
  const email = await make({ provider_type: 'email', name: DEMO_PROVIDERS.email, recipient_email: user.email })
  const slack = await make({
    provider_type: 'slack',
    name: DEMO_PROVIDERS.slack,
    webhook_url: 'https://hooks.slack.example/services/demo',
    channel: '#ops',
  })
  return { email: email.id, slack: slack.id }
}

export async function makeRecords(tx: UserTx, parts: RecordParts): Promise<MadeRecords> {
  const websites: MadeRecords['websites'] = []
  for (const site of DEMO_SITES) websites.push({ site, website_id: await makeWebsite(tx, parts, site) })
  const monitors: MadeMonitor[] = []
  for (const monitor of DEMO_MONITORS) {
    const website = websites.find(({ site }) => site.domain === monitor.domain)
    if (website) monitors.push(await makeMonitor(tx, parts, { monitor, website_id: website.website_id }))
  }
  const providers = await makeProviders(tx, parts)
  for (const { monitor_id } of monitors) {
    for (const provider_id of Object.values(providers)) {
      await saveAssignment(tx, { monitor_id, provider_id, enabled: undefined })
    }
  }
  return { websites, monitors, providers }
}
