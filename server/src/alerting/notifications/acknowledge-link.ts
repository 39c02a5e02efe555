import { HOUR_MS } from '@sitewatch/contract/durations'
import type { Config } from '../../config.ts'
import { isSignedLink, type LinkClaim, readLinkIds, signLink, writeLinkToken } from '../../platform/signed-link.ts'

export type AcknowledgeConfig = Pick<Config, 'BASE_URL' | 'SITEWATCH_SECRET' | 'SITEWATCH_SECRET_PREVIOUS'>

/** An incident that nobody has acknowledged in a week needs more than a button. */
const VALID_HOURS = 7 * 24

/** What the link in an alert allows: to acknowledge this incident, on behalf of the readers of this provider's messages. */
export interface AcknowledgeSubject {
  team_id: number
  incident_id: number
  provider_id: number
}

const claimOf = (ids: readonly number[]): LinkClaim => ({ purpose: 'acknowledge links', text: ids.join('/') })

/** The link is not stored. */
export function makeAcknowledgeUrl(
  { BASE_URL, SITEWATCH_SECRET }: Pick<AcknowledgeConfig, 'BASE_URL' | 'SITEWATCH_SECRET'>,
  { team_id, incident_id, provider_id }: AcknowledgeSubject,
  now_ms: number,
): string {
  const ids = [team_id, incident_id, provider_id, Math.ceil(now_ms / HOUR_MS) + VALID_HOURS]
  const token = writeLinkToken(ids, signLink(SITEWATCH_SECRET, claimOf(ids)))
  return `${new URL(BASE_URL).href.replace(/\/+$/, '')}/acknowledge/${token}`
}

/** Null for a link that we did not sign, and for one that has expired. */
export function readAcknowledgeToken(
  config: AcknowledgeConfig,
  text: string,
  now_ms: number,
): AcknowledgeSubject | null {
  const token = readLinkIds(text, 4)
  if (!token || !isSignedLink(config, token.mac, claimOf(token.ids))) return null
  const [team_id = 0, incident_id = 0, provider_id = 0, until_hour = 0] = token.ids
  return now_ms < until_hour * HOUR_MS ? { team_id, incident_id, provider_id } : null
}
