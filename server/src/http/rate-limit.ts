import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { problem } from './problem.ts'

interface Policy {
  name: string
  points: number
  seconds: number
}

export interface Bucket {
  policy: Policy
  consume(key: string): Promise<BucketState>
  /** Refunds what was consumed in advance. */
  refund(key: string): Promise<void>
}

interface BucketState {
  policy: Policy
  remaining: number
  reset_seconds: number
  allowed: boolean
}

/** Counted in this process, without a query: N api processes allow up to N times as much. */
export function createBucket(name: string, points: number, seconds: number): Bucket {
  const policy = { name, points, seconds }
  const limiter = new RateLimiterMemory({ points, duration: seconds })
  return {
    policy,
    async consume(key) {
      const [result, allowed] = await limiter.consume(key).then(
        (ok) => [ok, true] as const,
        (refused: unknown) => {
          if (!(refused instanceof RateLimiterRes)) throw refused
          return [refused, false] as const
        },
      )
      const reset_seconds = Math.max(1, Math.ceil(result.msBeforeNext / 1000))
      return { policy, remaining: Math.max(0, result.remainingPoints), reset_seconds, allowed }
    },
    async refund(key) {
      await limiter.reward(key, 1)
    },
  }
}

export interface Limits {
  per_minute: number
  keys_per_hour: number
  tests_per_hour: number
}

export function createBuckets(limits: Limits) {
  return {
    credential: createBucket('credential', limits.per_minute, 60),
    user: createBucket('user', limits.per_minute * 4, 60),
    anonymous: createBucket('anonymous', Math.max(1, Math.floor(limits.per_minute / 5)), 60),
    /** Credentials that are not in the cache: each costs a look-up. */
    unverified: createBucket('unverified', Math.max(1, Math.floor(limits.per_minute / 5)), 60),
    key_creation: createBucket('key_creation', limits.keys_per_hour, 3600),
    provider_test: createBucket('provider_test', limits.tests_per_hour, 3600),
    provider_tests: createBucket('provider_tests', limits.tests_per_hour * 3, 3600),
    report_send: createBucket('report_send', limits.tests_per_hour, 3600),
    report_sends: createBucket('report_sends', limits.tests_per_hour * 3, 3600),
  }
}

export type Buckets = ReturnType<typeof createBuckets>

function tightest(states: readonly BucketState[]): BucketState | undefined {
  const refused = states.find((state) => !state.allowed)
  if (refused) return refused
  return states.reduce<BucketState | undefined>(
    (lowest, next) => (!lowest || next.remaining < lowest.remaining ? next : lowest),
    undefined,
  )
}

function limitHeaders(state: BucketState): Record<string, string> {
  const { name, points, seconds } = state.policy
  return {
    'ratelimit-policy': `"${name}";q=${points};w=${seconds}`,
    ratelimit: `"${name}";r=${state.remaining};t=${state.reset_seconds}`,
    'x-ratelimit-limit': String(points),
    'x-ratelimit-remaining': String(state.remaining),
    'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000) + state.reset_seconds),
  }
}

/** Takes one from each bucket and reports the tightest in the headers. Throws 429 when any is empty. */
export async function consumeAll(
  uses: readonly [Pick<Bucket, 'consume'>, string][],
  setHeaders: (headers: Record<string, string>) => void,
): Promise<void> {
  const states = await Promise.all(uses.map(([bucket, key]) => bucket.consume(key)))
  const reported = tightest(states)
  if (!reported) return
  setHeaders(limitHeaders(reported))
  if (reported.allowed) return
  throw problem('rate_limited', {
    detail: `Too many requests. Try again in ${reported.reset_seconds} seconds.`,
    headers: { 'retry-after': String(reported.reset_seconds) },
  })
}
