import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type SignedIn, SitewatchError } from '@sitewatch/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { api, sessionQuery } from '../../api.ts'
import { BASE_PATH, SIGN_UP } from '../../page-facts.ts'
import { Field, Form, type FormValues, PageHeader, Submit } from '../../ui/index.ts'
import { PlainHttpNote } from './plain-http-note.tsx'
import { readReturnPath } from './return-path.ts'

const route = getRouteApi('/bare/sign-in')

const isCodeWanted = (error: unknown): boolean =>
  error instanceof SitewatchError && error.errors.some(({ code }) => code === 'two_factor_required')

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

export function SignInScreen() {
  const search = route.useSearch()
  const router = useRouter()
  const client = useQueryClient()
  const [wantsCode, setWantsCode] = useState(false)

  async function signIn(values: FormValues): Promise<void> {
    let session: SignedIn
    try {
      session = await api.session.create({
        email: values.text('email'),
        password: values.text('password'),
        code: values.optionalText('code'),
      })
    } catch (error) {
      if (!isCodeWanted(error) || wantsCode) throw error
      setWantsCode(true)
      return
    }
    client.clear()
    client.setQueryData(sessionQuery.queryKey, session)
    router.history.push(BASE_PATH + readReturnPath(search.return))
  }

  return (
    <>
      <PageHeader title={t`Sign in`} />
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
          <Link to="/forgot-password" className="link">
            {t`Forgot your password?`}
          </Link>
        </div>
        <PlainHttpNote />
      </Form>
      {(SIGN_UP === 'open' || SIGN_UP === 'first') && <SignUpLink />}
    </>
  )
}
