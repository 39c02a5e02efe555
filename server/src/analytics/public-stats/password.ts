import { verifyPassword } from '../../identity/accounts/index.ts'
import { type Bucket, createBucket } from '../../http/rate-limit.ts'
import { createGate, GateFull } from '../../platform/gate.ts'
import type { PublicSite } from './sites.ts'

export type Guess = { outcome: 'right' } | { outcome: 'wrong' } | { outcome: 'throttled'; retry_seconds: number }

/** Verifying takes 19 MB and 70 ms of a core, so it is limited in concurrency and in rate. */
const GATE = { at_once: 2, max_waiting: 20 }
const MAX_LENGTH = 200
/** The guesses an hour for a website, as a multiple of the guesses a minute for an IP address. */
const SITE_FACTOR = 20

export interface GuessLimits {
  address: Bucket
  site: Bucket
}

export const createGuessLimits = (per_minute: number): GuessLimits => ({
  address: createBucket('page_password_address', per_minute, 60),
  site: createBucket('page_password', per_minute * SITE_FACTOR, 3600),
})

/** The limit of the IP address first: refused guesses do not count against the website, or one guesser would lock out everybody. */
async function findRefusal({ address, site }: GuessLimits, from: string, website_id: number): Promise<number | null> {
  const own = await address.consume(from)
  if (!own.allowed) return own.reset_seconds
  const all = await site.consume(String(website_id))
  return all.allowed ? null : all.reset_seconds
}

export function createGuesser(limits: GuessLimits) {
  const gate = createGate(GATE)
  return async (site: PublicSite, password: string, from: string): Promise<Guess> => {
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
