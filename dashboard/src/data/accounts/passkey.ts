import { t } from '@lingui/core/macro'
import type * as Library from '@simplewebauthn/browser'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { PasskeyRequest } from '@sitewatch/sdk'
import { api } from '../../platform/api.ts'
import { HAS_PASSWORD_SIGN_IN } from '../../platform/page-facts.ts'
import { BrowserError } from '../../platform/browser-error.ts'

/** Browsers bind passkeys to a host name: there are none for IP addresses, and none over plain HTTP. */
export const canUsePasskeys = (): boolean =>
  HAS_PASSWORD_SIGN_IN &&
  isSecureContext &&
  'PublicKeyCredential' in globalThis &&
  !/^[\d.]+$|:/.test(location.hostname)

/** Loads the library on demand. Replaces its errors, which use the terms of the standard, with readable ones. */
async function runWebAuthn<Credential extends object>(
  run: (library: typeof Library) => Promise<Credential>,
): Promise<Record<string, unknown>> {
  const library = await import('@simplewebauthn/browser')
  try {
    return { ...(await run(library)) } as Record<string, unknown>
  } catch (error) {
    if (error instanceof library.WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') {
      throw new BrowserError(t`This device already has a passkey for your account.`, t`Use another device.`, error)
    }
    throw new BrowserError(
      t`Your browser did not use a passkey.`,
      t`It was cancelled, took too long, or this device has no passkey for this site. Try again.`,
      error,
    )
  }
}

export const createPasskey = ({ options }: PasskeyRequest): Promise<Record<string, unknown>> =>
  runWebAuthn(({ startRegistration }) =>
    startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON }),
  )

/** Signs a new challenge of the server with a passkey that the user chooses. */
export async function signWithPasskey(): Promise<Record<string, unknown>> {
  const { options } = await api.session.requestPasskey()
  return runWebAuthn(({ startAuthentication }) =>
    startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON }),
  )
}
