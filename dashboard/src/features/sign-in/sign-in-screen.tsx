import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type SignedIn, SitewatchError } from '@sitewatch/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { api, sessionQuery } from '../../api.ts'
import { BASE_PATH, HAS_PASSWORD_SIGN_IN, SIGN_UP, SSO_NAME } from '../../page-facts.ts'
import { Field, Form, type FormValues, PageHeader, Submit } from '../../ui/index.ts'
import { canUsePasskeys, signWithPasskey } from './passkey.ts'
import { PlainHttpNote } from './plain-http-note.tsx'
import { readReturnPath } from './return-path.ts'
import { SsoLink } from './sso-link.tsx'

const route = getRouteApi('/bare/sign-in')

/** What can be sent as second factor: `code`, and `passkey` for those who have one. Empty when none is wanted. */
const listWanted = (error: unknown): string[] =>
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

interface Enter {
  /** Opens the dashboard with the session that was just made. */
  enter: (session: SignedIn) => void
}

function PasswordForm({ enter }: Enter) {
  const [wanted, setWanted] = useState<string[]>([])
  const wantsCode = wanted.includes('code')

  async function signIn(values: FormValues): Promise<void> {
    const byPasskey = values.text('intent') === 'passkey'
    try {
      enter(
        await api.session.create({
          email: values.text('email'),
          password: values.text('password'),
          ...(byPasskey ? { passkey: await signWithPasskey() } : { code: values.optionalText('code') }),
        }),
      )
    } catch (error) {
      const next = listWanted(error)
      if (next.length === 0 || wantsCode) throw error
      setWanted(next)
    }
  }

  return (
    <Form submit={signIn} label={t`Sign in`}>
      <Field name="email" type="email" label={t`E-mail`} autoComplete="username" autoFocus />
      <Field name="password" type="password" label={t`Password`} autoComplete="current-password" />
      {wantsCode && (
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
        <Submit>{wantsCode ? t`Sign in with code` : t`Sign in`}</Submit>
        {wanted.includes('passkey') && canUsePasskeys() && (
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

function PasskeyForm({ enter }: Enter) {
  return (
    <Form
      label={t`Sign in with a passkey`}
      submit={async () => enter(await api.session.createWithPasskey({ credential: await signWithPasskey() }))}
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
  const enter = (session: SignedIn): void => {
    client.clear()
    client.setQueryData(sessionQuery.queryKey, session)
    router.history.push(BASE_PATH + readReturnPath(search.return))
  }
  const isFirst = SIGN_UP === 'first'
  return (
    <>
      <PageHeader title={t`Sign in`} />
      {HAS_PASSWORD_SIGN_IN && <PasswordForm enter={enter} />}
      <div className="mt-5 grid gap-5">
        {canUsePasskeys() && <PasskeyForm enter={enter} />}
        {SSO_NAME !== '' && <SsoLink returnTo={search.return} kind={HAS_PASSWORD_SIGN_IN ? 'plain' : 'primary'} />}
      </div>
      {(isFirst || (SIGN_UP === 'open' && HAS_PASSWORD_SIGN_IN)) && <SignUpLink />}
    </>
  )
}
