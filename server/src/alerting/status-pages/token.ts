import {
  isSignedLink,
  type LinkClaim,
  type LinkSecrets,
  readLinkToken,
  signLink,
  writeLinkToken,
} from '../../platform/signed-link.ts'

/** What a link in a message does. A link for one purpose is invalid for the others. */
export type Purpose = 'confirm' | 'unsubscribe' | 'manage'

export interface Subscriber {
  team_id: number
  subscriber_id: number
}

/** Made from ids that are never reused, so that a genuine link is recognised even after the subscription is deleted. */
const claimOf = (purpose: Purpose, { team_id, subscriber_id }: Subscriber): LinkClaim => ({
  purpose: 'status page subscriptions',
  text: `${purpose}/${team_id}/${subscriber_id}`,
})

export function makeToken({ SITEWATCH_SECRET }: LinkSecrets, purpose: Purpose, subscriber: Subscriber): string {
  const mac = signLink(SITEWATCH_SECRET, claimOf(purpose, subscriber))
  return writeLinkToken([subscriber.team_id, subscriber.subscriber_id], mac)
}

/** Null for anything that was not issued for this purpose. */
export function readToken(secrets: LinkSecrets, purpose: Purpose, text: string): Subscriber | null {
  const token = readLinkToken(text)
  if (!token) return null
  const [team_id, subscriber_id] = token.ids
  const subscriber = { team_id, subscriber_id }
  return isSignedLink(secrets, token.mac, claimOf(purpose, subscriber)) ? subscriber : null
}

const PATH_ENDS: Readonly<Record<Purpose, string>> = { confirm: '', unsubscribe: '/end', manage: '/manage' }

/** Always under BASE_URL: a message outlives the domain that a page has today. */
export const linkFor = (config: LinkSecrets & { BASE_URL: string }, purpose: Purpose, subscriber: Subscriber): string =>
  `${config.BASE_URL}/subscriptions/${makeToken(config, purpose, subscriber)}${PATH_ENDS[purpose]}`
