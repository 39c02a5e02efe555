import type { MonitorType } from '@sitewatch/contract'
import { type RoleTx, sql } from '../../platform/postgres/index.ts'
import { findRegistrableDomain } from './registrable-domain.ts'
import type { RdapResult } from './rdap.ts'

const BATCH_ROWS = 1000

interface Target {
  team_id: number
  monitor_id: number
  type: MonitorType
  url: string
}

/** Records the domains of monitors that are new or have another URL. Returns whether there may be more. */
export async function recordDomainsUnscoped(tx: RoleTx<'worker'>): Promise<boolean> {
  const targets = await tx.query(sql<Target>`
    select m.team_id, m.id as monitor_id, m.type, m.url
    from monitors m left join monitor_domains d on d.team_id = m.team_id and d.monitor_id = m.id
    where m.deleted_at is null and d.url is distinct from m.url order by m.id limit ${BATCH_ROWS}`)
  if (targets.length === 0) return false
  const domains = targets.map(({ type, url }) => findRegistrableDomain(type, url))
  await tx.execute(sql`
    insert into domain_registrations (domain)
    select distinct d from unnest(${domains}::text[]) d where d is not null order by d on conflict do nothing`)
  await tx.execute(sql`
    insert into monitor_domains (team_id, monitor_id, url, domain, expires_at)
    select t.team_id, t.monitor_id, t.url, t.domain, r.expires_at
    from unnest(${targets.map((each) => each.team_id)}::bigint[], ${targets.map((each) => each.monitor_id)}::bigint[],
        ${targets.map((each) => each.url)}::text[], ${domains}::text[]) as t (team_id, monitor_id, url, domain)
      left join domain_registrations r on r.domain = t.domain
    on conflict (team_id, monitor_id) do update set url = excluded.url, domain = excluded.domain, expires_at = excluded.expires_at`)
  return targets.length === BATCH_ROWS
}

/** Deletes the domains that no monitor has any more. */
export async function deleteUnusedDomainsUnscoped(tx: RoleTx<'worker'>): Promise<void> {
  await tx.execute(sql`
    delete from domain_registrations r where not exists (
      select from monitor_domains d join monitors m on m.team_id = d.team_id and m.id = d.monitor_id and m.deleted_at is null
      where d.domain = r.domain)`)
}

interface ClaimedDomain {
  domain: string
  now_ms: number
}

/** The next check is a day after the claim, so that a registry is queried once a day, even if workers die or several run. */
export const claimDomainsUnscoped = (tx: RoleTx<'worker'>, limit: number): Promise<ClaimedDomain[]> =>
  tx.query(sql<ClaimedDomain>`
    update domain_registrations r set next_check_at = checks_clock() + interval '1 day'
    where r.domain in (
      select d.domain from domain_registrations d where d.next_check_at <= checks_clock() and exists (
        select from monitor_domains x join monitors m on m.team_id = x.team_id and m.id = x.monitor_id and m.is_active
        where x.domain = d.domain)
      order by d.next_check_at limit ${limit} for update of d skip locked)
    returning r.domain, clock_ms() as now_ms`)

/**
 * A failure keeps the stored date. A date that moves by less than a day stays as it was: a registry that corrects its answer by hours would
 * otherwise repeat its notices.
 */
export async function recordRegistrationUnscoped(
  tx: RoleTx<'worker'>,
  domain: string,
  result: RdapResult,
): Promise<void> {
  if (!result.ok) {
    await tx.execute(sql`update domain_registrations set last_error = ${result.reason} where domain = ${domain}`)
    return
  }
  await tx.execute(sql`
    with answered as (
      update domain_registrations set last_error = null, expires_at =
        case when abs(extract(epoch from expires_at - ${result.expires_at}::timestamptz)) < 86400 then expires_at
        else ${result.expires_at}::timestamptz end
      where domain = ${domain} returning domain, expires_at)
    update monitor_domains d set expires_at = a.expires_at from answered a
    where d.domain = a.domain and d.expires_at is distinct from a.expires_at`)
}
