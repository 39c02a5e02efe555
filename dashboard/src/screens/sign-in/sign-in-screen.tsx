import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type SignedIn, SitewatchError } from '@sitewatch/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../platform/api.ts'
import { sessionQuery } from '../../data/accounts/queries.ts'
import { BASE_PATH, HAS_PASSWORD_SIGN_IN, SIGN_UP, SSO_NAME } from '../../platform/page-facts.ts'
import { Field, Form, type FormValues, PageHeader, Submit } from '../../ui/index.ts'
import { canUsePasskeys, signWithPasskey } from '../../data/accounts/passkey.ts'
import { PlainHttpNote } from './plain-http-note.tsx'
import { readReturnPath } from './return-path.ts'
import { SsoLink } from './sso-link.tsx'

const route = getRouteApi('/bare/sign-in')

/** The accepted second factors: `code`, and `passkey` if the account has one. Empty if none is required. */
const listSecondFactors = (error: unknown): string[] =>
  error instanceof SitewatchError
    ? error.errors.flatMap(({ code, field }) => (code === 'two_factor_required' ? [field] : []))
    : []

function SignUpLink() {
  return (
    <p className="mt-8">
      <Trans>
        No account yet?{' '}
        <Link to="/sign-up" className="link">
          Create account
        </Link>
      </Trans>
    </p>
  )
}

interface SignInFormProps {
  /** Opens the dashboard with the new session. */
  onSignedIn: (session: SignedIn) => void
}

function PasswordForm({ onSignedIn }: SignInFormProps) {
  const [secondFactors, setSecondFactors] = useState<string[]>([])
  const needsCode = secondFactors.includes('code')

  async function signIn(values: FormValues): Promise<void> {
    const byPasskey = values.text('intent') === 'passkey'
    try {
      onSignedIn(
        await api.session.create({
          email: values.text('email'),
          password: values.text('password'),
          ...(byPasskey ? { passkey: await signWithPasskey() } : { code: values.optionalText('code') }),
        }),
      )
    } catch (error) {
      const next = listSecondFactors(error)
      if (next.length === 0 || needsCode) throw error
      setSecondFactors(next)
    }
  }

  return (
    <Form submit={signIn} label={t`Sign in`}>
      <Field name="email" type="email" label={t`E-mail`} autoComplete="username" autoFocus />
      <Field name="password" type="password" label={t`Password`} autoComplete="current-password" />
      {needsCode && (
        <Field
          name="code"
          label={t`Code`}
          hint={t`Six digits from your authenticator app, or one of your recovery codes.`}
          autoComplete="one-time-code"
          figures
          autoFocus
        />
      )}
      <div className="flex flex-wrap items-center justify-between gap-4">
        <Submit>{needsCode ? t`Sign in with code` : t`Sign in`}</Submit>
        {secondFactors.includes('passkey') && canUsePasskeys() && (
          <Submit kind="plain" intent="passkey">
            {t`Use a passkey instead`}
          </Submit>
        )}
        <Link to="/forgot-password" className="link">
          {t`Forgot your password?`}
        </Link>
      </div>
      <PlainHttpNote />
    </Form>
  )
}

function PasskeyForm({ onSignedIn }: SignInFormProps) {
  return (
    <Form
      label={t`Sign in with a passkey`}
      submit={async () => onSignedIn(await api.session.createWithPasskey({ credential: await signWithPasskey() }))}
    >
      <div>
        <Submit kind="plain">{t`Sign in with a passkey`}</Submit>
      </div>
    </Form>
  )
}

export function SignInScreen() {
  const search = route.useSearch()
  const router = useRouter()
  const client = useQueryClient()
  const onSignedIn = (session: SignedIn): void => {
    client.clear()
    client.setQueryData(sessionQuery.queryKey, session)
    router.history.push(BASE_PATH + readReturnPath(search.return))
  }
  const isFirst = SIGN_UP === 'first'
  return (
    <>
      <PageHeader title={t`Sign in`} />
      {HAS_PASSWORD_SIGN_IN && <PasswordForm onSignedIn={onSignedIn} />}
      <div className="mt-5 grid gap-5">
        {canUsePasskeys() && <PasskeyForm onSignedIn={onSignedIn} />}
        {SSO_NAME !== '' && <SsoLink returnTo={search.return} kind={HAS_PASSWORD_SIGN_IN ? 'plain' : 'primary'} />}
      </div>
      {(isFirst || (SIGN_UP === 'open' && HAS_PASSWORD_SIGN_IN)) && <SignUpLink />}
    </>
  )
}
