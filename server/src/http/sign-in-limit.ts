import type { Route } from '@sitewatch/contract'
import type { Actor } from './auth.ts'
import { networkOf, siteOf } from './client-address.ts'
import { type Bucket, consumeAll } from './rate-limit.ts'

export interface SignInLimits {
  address: Pick<Bucket, 'consume'>
  /** Of an IPv6 /48, for all its networks together. */
  site: Pick<Bucket, 'consume'>
  account: Pick<Bucket, 'consume'>
  /** Whether the account of that e-mail address signed in from that network before. */
  isKnownNetwork(email: string, network: string): Promise<boolean>
}

interface SignInAttempt {
  route: Route
  address: string
  email: string | undefined
  actor: Actor | undefined
}

/**
 * Guesses made from elsewhere must not lock the owner out: a network that the account signed in from before has a count of its own.
 * A password reset request is not a guess and has a separate count, too.
 */
async function accountKey(
  limits: SignInLimits,
  { route, address, email, actor }: SignInAttempt,
): Promise<string | null> {
  if (actor) return `user ${actor.user_id}`
  if (email === undefined) return null
  if (route.id !== 'session.create') return `${route.id} ${email}`
  const network = networkOf(address)
  return (await limits.isKnownNetwork(email, network)) ? `${email} ${network}` : email
}

type SetHeaders = (headers: Record<string, string>) => void

/** A /48 is shared by many people at some providers, so it gets several times as much as one network. */
export const SITE_FACTOR = 4

/** The network is limited first: what is refused there does not use up the limit of its neighbours. */
export async function limitSignInAddress(
  { address, site }: Pick<SignInLimits, 'address' | 'site'>,
  client: string,
  setHeaders: SetHeaders,
): Promise<void> {
  await consumeAll([[address, networkOf(client)]], setHeaders)
  const key = siteOf(client)
  if (key !== null) await consumeAll([[site, key]], setHeaders)
}

/** The address is limited first: what is refused there does not count against the account, and costs no look-up. */
export async function limitSignIn(limits: SignInLimits, attempt: SignInAttempt, setHeaders: SetHeaders): Promise<void> {
  await limitSignInAddress(limits, attempt.address, setHeaders)
  const account = await accountKey(limits, attempt)
  if (account !== null) await consumeAll([[limits.account, account]], setHeaders)
}
