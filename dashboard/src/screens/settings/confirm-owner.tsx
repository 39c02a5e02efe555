import { t } from '@lingui/core/macro'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode } from 'react'
import { sessionQuery, passkeysQuery } from '../../data/accounts/queries.ts'
import { HAS_PASSWORD_SIGN_IN } from '../../platform/page-facts.ts'
import { Field, type FormValues, Submit } from '../../ui/index.ts'
import { canUsePasskeys, signWithPasskey } from '../../data/accounts/passkey.ts'
import { PasswordField } from './password-field.tsx'

function useSecondFactor(): { isOn: boolean; hasPasskey: boolean } {
  const session = useSuspenseQuery(sessionQuery)
  const { data } = useQuery(passkeysQuery)
  return {
    isOn: HAS_PASSWORD_SIGN_IN && session.data.user.two_factor_enabled,
    hasPasskey: canUsePasskeys() && data !== undefined && data.data.length > 0,
  }
}

/** Fields for the password, and for the second factor if the account has one. */
export function ConfirmOwnerFields({ autoFocus = false }: { autoFocus?: boolean }) {
  const { isOn } = useSecondFactor()
  return (
    <>
      <PasswordField autoFocus={autoFocus} />
      {isOn && (
        <Field
          name="code"
          label={t`Code`}
          hint={t`From the app, or a recovery code.`}
          autoComplete="one-time-code"
          figures
        />
      )}
    </>
  )
}

/** The buttons of such a form: beside the given one, a passkey instead of the code. */
export function ConfirmOwnerButtons({ children }: { children: ReactNode }) {
  const { isOn, hasPasskey } = useSecondFactor()
  return (
    <div className="flex flex-wrap gap-3">
      {children}
      {isOn && hasPasskey && (
        <Submit kind="plain" intent="passkey">
          {t`Use my passkey`}
        </Submit>
      )}
    </div>
  )
}

/** What such a form sends. */
export async function readConfirmation(values: FormValues) {
  const password = values.text('password')
  if (values.text('intent') === 'passkey') return { password, passkey: await signWithPasskey() }
  const code = values.text('code')
  return code === '' ? { password } : { password, code }
}
