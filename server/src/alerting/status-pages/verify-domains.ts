import { insertAuditEntry, SYSTEM } from '../../http/audit.ts'
import type { Egress } from '../../platform/egress/index.ts'
import { type Postgres, type RoleTx, sql } from '../../platform/postgres/index.ts'

export interface VerifyParts {
  postgres: Postgres
  egress: Pick<Egress, 'resolveTxt'>
}

export interface DomainRecord {
  type: 'TXT'
  name: string
  value: string
}

/** The DNS record that a page needs to be served on its domain. */
export const recordOf = (domain: string, token: string): DomainRecord => ({
  type: 'TXT',
  name: `_sitewatch.${domain}`,
  value: `sitewatch-status-page=${token}`,
})

interface Claim {
  id: number
  team_id: number
  name: string
  domain: string
  domain_token: string
}

const BATCH_ROWS = 100
const CONCURRENCY = 10

/** Every minute on the first day, when somebody is waiting; every half hour after that. */
const takeClaims = (tx: RoleTx<'worker'>): Promise<Claim[]> =>
  tx.query(sql<Claim>`
    update status_pages set domain_checked_at = clock_timestamp() where id in (
      select id from status_pages where domain is not null and domain_verified_at is null
        and team_id in (select o.id from teams o where not o.is_suspended)
        and (domain_checked_at is null or domain_checked_at < now()
          - case when updated_at > now() - interval '1 day' then interval '50 seconds' else interval '30 minutes' end)
      order by domain_checked_at nulls first limit ${BATCH_ROWS} for update skip locked)
    returning id, team_id, name, domain, domain_token`)

/**
 * Gives the domain to the claimant. A page that verified it before keeps it as long as its record exists: without the record the
 * domain has a new owner, and no old claim may block it.
 */
async function grantDomain(tx: RoleTx<'worker'>, claim: Claim, values: readonly string[]): Promise<void> {
  const holder = await tx.maybe(sql<Claim>`
    select id, team_id, name, domain, domain_token from status_pages
    where domain = ${claim.domain} and domain_verified_at is not null for update`)
  if (holder && values.includes(recordOf(holder.domain, holder.domain_token).value)) return
  if (holder) await tx.execute(sql`update status_pages set domain_verified_at = null where id = ${holder.id}`)
  // If the domain changed meanwhile, it is another claim.
  const verified = await tx.execute(sql`
    update status_pages set domain_verified_at = clock_timestamp() where id = ${claim.id} and domain = ${claim.domain}`)
  if (verified === 0) return
  const changes = [{ field: 'domain', before: null, after: claim.domain }]
  const { id, team_id, name } = claim
  const action = 'status_page.domain_verified'
  await insertAuditEntry(tx, { team_id, action, actor: SYSTEM, record: { id, name }, changes, address: null })
}

/** Looks up the DNS records of unverified domains. Returns how many were found. */
export async function verifyDomains({ postgres, egress }: VerifyParts): Promise<number> {
  const claims = await postgres.asRole('worker', takeClaims)
  let found = 0
  for (let at = 0; at < claims.length; at += CONCURRENCY) {
    const group = claims.slice(at, at + CONCURRENCY)
    const answers = await Promise.all(group.map(({ domain }) => egress.resolveTxt(recordOf(domain, '').name)))
    for (const [index, claim] of group.entries()) {
      const values = answers[index] ?? []
      if (!values.includes(recordOf(claim.domain, claim.domain_token).value)) continue
      await postgres.asRole('worker', (tx) => grantDomain(tx, claim, values))
      found += 1
    }
  }
  return found
}
