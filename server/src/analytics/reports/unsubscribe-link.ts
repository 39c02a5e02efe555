import type { Config } from '../../config.ts'
import { isSignedLink, type LinkClaim, readLinkToken, signLink, writeLinkToken } from '../../platform/signed-link.ts'

export type LinkConfig = Pick<Config, 'BASE_URL' | 'SITEWATCH_SECRET' | 'SITEWATCH_SECRET_PREVIOUS'>

/** Whose reports a link stops. It never expires: the link in an old mail must still stop the next report. */
export interface Subscription {
  user_id: number
  website_id: number
}

const claimOf = ({ user_id, website_id }: Subscription): LinkClaim => ({
  purpose: 'unsubscribe links',
  text: `${user_id}/${website_id}`,
})

export function makeUnsubscribeUrl({ BASE_URL, SITEWATCH_SECRET }: LinkConfig, subscription: Subscription): string {
  const mac = signLink(SITEWATCH_SECRET, claimOf(subscription))
  const token = writeLinkToken([subscription.user_id, subscription.website_id], mac)
  return `${new URL(BASE_URL).href.replace(/\/+$/, '')}/unsubscribe/${token}`
}

/** Null unless it is signed with the current or the previous secret. */
export function readUnsubscribeToken(config: LinkConfig, text: string): Subscription | null {
  const token = readLinkToken(text)
  if (!token) return null
  const [user_id, website_id] = token.ids
  const subscription = { user_id, website_id }
  return isSignedLink(config, token.mac, claimOf(subscription)) ? subscription : null
}
