import { verifyPassword } from '../../identity/accounts/index.ts'
import { type Bucket, createBucket } from '../../http/rate-limit.ts'
import { createGate, GateFull } from '../../platform/gate.ts'

export type Guess = { outcome: 'right' } | { outcome: 'wrong' } | { outcome: 'throttled'; retry_seconds: number }

/** Verifying takes 19 MB and 70 ms of a core, so it is limited in concurrency and in rate. */
const GATE = { at_once: 2, max_waiting: 20 }
const MAX_LENGTH = 200
/** The guesses an hour for a page, as a multiple of the guesses a minute for an IP address. */
const SITE_FACTOR = 20

/** What a password protects. */
export interface PasswordProtected {
  id: number
  password_hash: string | null
}

export interface GuessLimits {
  address: Bucket
  site: Bucket
}

/** `name` names the kind of page in the rate limit headers. */
export const createGuessLimits = (per_minute: number, name = 'page_password'): GuessLimits => ({
  address: createBucket(`${name}_address`, per_minute, 60),
  site: createBucket(name, per_minute * SITE_FACTOR, 3600),
})

/** The limit of the IP address first: refused guesses do not count against the page, or one guesser would lock out everybody. */
async function findRefusal({ address, site }: GuessLimits, from: string, id: number): Promise<number | null> {
  const byAddress = await address.consume(from)
  if (!byAddress.allowed) return byAddress.reset_seconds
  const bySite = await site.consume(String(id))
  return bySite.allowed ? null : bySite.reset_seconds
}

export function createGuesser(limits: GuessLimits) {
  const gate = createGate(GATE)
  return async (site: PasswordProtected, password: string, from: string): Promise<Guess> => {
    const retry_seconds = await findRefusal(limits, from, site.id)
    if (retry_seconds !== null) return { outcome: 'throttled', retry_seconds }
    if (password.length > MAX_LENGTH) return { outcome: 'wrong' }
    try {
      const isRight = await gate.pass(() => verifyPassword(site.password_hash ?? undefined, password))
      return { outcome: isRight ? 'right' : 'wrong' }
    } catch (error) {
      if (error instanceof GateFull) return { outcome: 'throttled', retry_seconds: 5 }
      throw error
    }
  }
}
