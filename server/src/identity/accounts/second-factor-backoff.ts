import { problem } from '../../http/problem.ts'
import { type RoleTx, sql } from '../../platform/postgres/index.ts'
import { findKnownNetwork } from './known-networks.ts'

/** People mistype a few times; from the fifth wrong code in a row, each attempt waits twice as long as the one before. */
const FREE_FAILURES = 5
const FIRST_WAIT_SECONDS = 60
const MAX_WAIT_SECONDS = 86_400

/**
 * Counts an attempt before the code is compared, in a transaction of its own: concurrent attempts count like attempts in a row, and a
 * refused sign-in does not roll back the count. Throws 429 during the wait. With these waits, a year of guessing is some 380 codes: one
 * chance in a thousand.
 */
export async function countSecondFactorAttempt(tx: RoleTx<'auth'>, user_id: number, address: string): Promise<void> {
  const network = await findKnownNetwork(tx, user_id, address)
  const counted = await tx.maybe(sql<{ must_warn: boolean }>`
    insert into second_factor_failures as f (user_id, network, failures)
    values (${user_id}, ${network}::cidr, 1)
    on conflict (user_id, network) do update set
      failures = least(f.failures, 1000) + 1,
      blocked_until = case when f.failures + 1 >= ${FREE_FAILURES} then
        now() + least(${MAX_WAIT_SECONDS}, ${FIRST_WAIT_SECONDS} * power(2, least(f.failures + 1 - ${FREE_FAILURES}, 20)))
          * interval '1 second' end,
      notified_at = case when f.failures + 1 >= ${FREE_FAILURES} and coalesce(f.notified_at < now() - interval '1 day', true)
        then now() else f.notified_at end
    where f.blocked_until is null or f.blocked_until <= now()
    returning coalesce(notified_at = now()::timestamptz(3), false) as must_warn`)
  if (!counted) throw await explainWait(tx, user_id, network)
  if (counted.must_warn) await tx.query(sql`select add_second_factor_warning_job(${user_id})`)
}

async function explainWait(tx: RoleTx<'auth'>, user_id: number, network: string | null) {
  const row = await tx.maybe(sql<{ seconds: number }>`
    select greatest(1, ceil(extract(epoch from blocked_until - now())))::integer as seconds
    from second_factor_failures where user_id = ${user_id} and network is not distinct from ${network}::cidr`)
  const seconds = row?.seconds ?? 1
  return problem('rate_limited', {
    detail: `Too many wrong codes. Try again in ${seconds} seconds.`,
    headers: { 'retry-after': String(seconds) },
  })
}

/** Called after a correct code from that network. */
export async function clearSecondFactorAttempts(tx: RoleTx<'auth'>, user_id: number, address: string): Promise<void> {
  const network = await findKnownNetwork(tx, user_id, address)
  await tx.execute(sql`
    delete from second_factor_failures where user_id = ${user_id} and network is not distinct from ${network}::cidr`)
}
