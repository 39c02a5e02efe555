import { t } from '@lingui/core/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { sessionQuery } from '../../data/accounts/queries.ts'
import { HAS_PASSWORD_SIGN_IN } from '../../platform/page-facts.ts'
import { Field } from '../../ui/index.ts'

/** Confirms a sensitive action. An account without a password must have signed in recently instead, which the server checks. */
export function PasswordField({ autoFocus = false }: { autoFocus?: boolean }) {
  const { data } = useSuspenseQuery(sessionQuery)
  if (!HAS_PASSWORD_SIGN_IN) return <p>{t`You can do this within 10 minutes of signing in.`}</p>
  if (!data.user.has_password)
    return <p>{t`Your account has no password. You can do this within 10 minutes of signing in.`}</p>
  return (
    <Field
      name="password"
      type="password"
      label={t`Your password`}
      autoComplete="current-password"
      autoFocus={autoFocus}
    />
  )
}
