import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate, useRouter } from '@tanstack/react-router'
import { api } from '../../platform/api.ts'
import { sessionQuery } from '../../data/accounts/queries.ts'
import { BASE_PATH, HAS_PASSWORD_SIGN_IN, SIGN_UP, SSO_NAME } from '../../platform/page-facts.ts'
import { Empty, Field, Form, type FormValues, PageHeader, Submit } from '../../ui/index.ts'
import { PlainHttpNote } from './plain-http-note.tsx'
import { readReturnPath } from './return-path.ts'
import { SsoLink } from './sso-link.tsx'

const route = getRouteApi('/bare/sign-up')

const INTRO = {
  first: msg`This is the first account on this server. It will be the administrator.`,
  invited: HAS_PASSWORD_SIGN_IN
    ? msg`You were invited. Choose a password to create your account.`
    : msg`You were invited. Sign in to create your account.`,
  open: msg`Create your account to get started.`,
}

interface SignUpFormProps {
  invitation: string | undefined
  /** E-mail address of the invitation. No other address is accepted with it. */
  invited: string | undefined
  /** Path to open afterwards, instead of the setup. */
  returnTo: string | undefined
}

function SignUpForm({ invitation, invited, returnTo }: SignUpFormProps) {
  const isFirst = SIGN_UP === 'first'
  const client = useQueryClient()
  const navigate = useNavigate()
  const router = useRouter()

  async function signUp(values: FormValues): Promise<void> {
    const session = await api.account.signUp({
      email: values.text('email'),
      password: values.text('password'),
      setup_code: values.optionalText('setup_code'),
      invitation,
    })
    client.clear()
    client.setQueryData(sessionQuery.queryKey, session)
    if (returnTo === undefined) await navigate({ to: '/welcome' })
    else router.history.push(BASE_PATH + readReturnPath(returnTo))
  }

  return (
    <Form submit={signUp} label={t`Create account`}>
      <Field
        name="email"
        type="email"
        label={t`E-mail`}
        hint={invited === undefined ? undefined : t`The invitation is for this address.`}
        defaultValue={invited ?? ''}
        readOnly={invited !== undefined}
        autoComplete="username"
        autoFocus={invited === undefined}
      />
      <Field
        name="password"
        type="password"
        label={t`Password`}
        hint={t`At least 10 characters. A phrase is easier to remember than symbols.`}
        autoComplete="new-password"
        autoFocus={invited !== undefined}
      />
      {isFirst && (
        <Field
          name="setup_code"
          label={t`Set-up code`}
          hint={t`Printed in the server log at start. It proves that you run this server.`}
          autoComplete="off"
          figures
        />
      )}
      <div>
        <Submit>{isFirst ? t`Create administrator account` : t`Create account`}</Submit>
      </div>
      <PlainHttpNote />
    </Form>
  )
}

function SignUpClosed() {
  return (
    <>
      <PageHeader title={t`Create account`} />
      <Empty title={SIGN_UP === 'closed' ? t`Sign-up is closed.` : t`Accounts on this server are by invitation only.`}>
        <p>
          {SIGN_UP === 'closed'
            ? t`Ask the administrator of this server for an account.`
            : t`Ask an administrator for an invitation link.`}
        </p>
        <Link to="/sign-in" className="link">
          {t`Sign in instead`}
        </Link>
      </Empty>
    </>
  )
}

export function SignUpScreen() {
  const { invitation, email, return: returnTo } = route.useSearch()
  const kind = SIGN_UP === 'first' ? 'first' : invitation !== undefined ? 'invited' : 'open'
  if (SIGN_UP === 'closed' || (kind === 'open' && SIGN_UP !== 'open')) return <SignUpClosed />
  return (
    <>
      <PageHeader title={kind === 'first' ? t`Welcome` : t`Create account`}>{t(INTRO[kind])}</PageHeader>
      {(kind === 'first' || HAS_PASSWORD_SIGN_IN) && (
        <SignUpForm invitation={invitation} invited={kind === 'invited' ? email : undefined} returnTo={returnTo} />
      )}
      {kind !== 'first' && SSO_NAME !== '' && (
        <div className="mt-5">
          <SsoLink returnTo={returnTo ?? '/welcome'} kind={HAS_PASSWORD_SIGN_IN ? 'plain' : 'primary'} />
        </div>
      )}
      <p className="mt-8">
        <Trans>
          Already have an account?{' '}
          <Link to="/sign-in" className="link">
            Sign in
          </Link>
        </Trans>
      </p>
    </>
  )
}
