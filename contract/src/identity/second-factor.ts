import { z } from 'zod'

export const Code = z
  .string()
  .trim()
  .min(6)
  .max(40)
  .meta({ description: 'Six digits from the authenticator app, or a recovery code' })

/** A PublicKeyCredential as JSON (WebAuthn). Browsers add fields, so it is checked by the library that verifies it. */
export const Credential = z.record(z.string(), z.unknown())
export const SecondFactor = Credential.optional().meta({
  description: 'Instead of a code: what `navigator.credentials.get()` returned, as JSON',
})

/** What proves that the person at a signed-in browser owns the account. */
export const Confirmation = {
  password: z.string().max(200).meta({
    description: 'Empty for an account without a password, which must have signed in within the last ten minutes',
  }),
  code: Code.optional().meta({ description: 'Or a passkey. Required if two-factor authentication is enabled' }),
  passkey: SecondFactor,
}
