import { type Postgres, type RoleTx, sql } from '../platform/postgres/index.ts'
import { sha256 } from '../platform/secrets.ts'
import { type Bucket, createBucket } from './rate-limit.ts'

interface SharedUse {
  policy: { name: string; points: number; seconds: number }
  key: string
}

/** Adds one use to the current window. A count beyond `points` is stored as one above it. */
export const countSharedUse = (
  tx: RoleTx<'auth'>,
  { policy: { name, points, seconds }, key }: SharedUse,
): Promise<{ used: number; reset_seconds: number }> =>
  tx.one(sql<{ used: number; reset_seconds: number }>`
    insert into rate_counters as c (policy, key_hash, used, resets_at)
    values (${name}, ${sha256(key)}, 1, now() + ${seconds} * interval '1 second')
    on conflict (policy, key_hash) do update set
      used = case when c.resets_at <= now() then 1 else least(c.used, ${points}) + 1 end,
      resets_at = case when c.resets_at <= now() then excluded.resets_at else c.resets_at end
    returning used, ceil(extract(epoch from resets_at - now()))::integer as reset_seconds`)

/**
 * Counted in Postgres, for all processes together. This process counts too, and first: a request that it refuses by itself costs
 * no query, so a flood does not reach the database.
 */
export function createSharedBucket(
  postgres: Postgres,
  name: string,
  points: number,
  seconds: number,
): Pick<Bucket, 'policy' | 'consume'> {
  const local = createBucket(name, points, seconds)
  const { policy } = local
  return {
    policy,
    async consume(key) {
      const localState = await local.consume(key)
      if (!localState.allowed) return localState
      const { used, reset_seconds } = await postgres.asRole('auth', (tx) => countSharedUse(tx, { policy, key }))
      return {
        policy,
        remaining: Math.max(0, points - used),
        reset_seconds: Math.max(1, reset_seconds),
        allowed: used <= points,
      }
    },
  }
}
