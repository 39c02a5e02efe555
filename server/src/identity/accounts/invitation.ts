import type { Config } from '../../config.ts'
import { deriveKey, isSame, sha256, sign } from '../../platform/secrets.ts'

/** Computed, not stored: the mail job and the API response arrive at the same link, and no row holds it. */
export function invitationToken(config: Pick<Config, 'SITEWATCH_SECRET'>, id: number): string {
  return sign(deriveKey(config.SITEWATCH_SECRET, 'invitations'), String(id)).toString('base64url')
}

/** Contains the address as well, so that the form can fill it in; the invitation is valid for no other address. */
export function invitationUrl(
  config: Pick<Config, 'SITEWATCH_SECRET' | 'BASE_URL'>,
  { id, email }: { id: number; email: string },
): string {
  const query = new URLSearchParams({ invitation: invitationToken(config, id), email })
  return `${config.BASE_URL}/sign-up?${query.toString()}`
}

const teamSignatureOf = ({ SITEWATCH_SECRET }: Pick<Config, 'SITEWATCH_SECRET'>, id: number): string =>
  sign(deriveKey(SITEWATCH_SECRET, 'team invitations'), String(id)).toString('base64url')

/** The link of an invitation to a team, for people with and without an account. */
export const teamInvitationUrl = (config: Pick<Config, 'SITEWATCH_SECRET' | 'BASE_URL'>, id: number): string =>
  `${config.BASE_URL}/join-team?${new URLSearchParams({ token: `${id}.${teamSignatureOf(config, id)}` }).toString()}`

/** The id of the invitation to a team; null unless we signed the token. */
export function readTeamInvitationToken(config: Pick<Config, 'SITEWATCH_SECRET'>, token: string): number | null {
  const [id = '', signature = ''] = token.split('.')
  if (!/^[1-9]\d{0,14}$/.test(id)) return null
  return isSame(sha256(signature), sha256(teamSignatureOf(config, Number(id)))) ? Number(id) : null
}
