import type { Config } from '../../config.ts'
import { deriveKey, sign } from '../../platform/secrets.ts'

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
