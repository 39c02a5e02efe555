import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { api, sessionQuery } from '../../api.ts'
import { SIGN_UP } from '../../page-facts.ts'
import { Empty, Field, Form, type FormValues, PageHeader, Submit } from '../../ui/index.ts'
import { PlainHttpNote } from './plain-http-note.tsx'

const route = getRouteApi('/bare/sign-up')

const INTRO = {
  first: 'Nobody has an account here yet. Yours will be the administrator’s.',
  invited: 'You were invited. Choose a password and you are in.',
  open: 'It takes half a minute.',
}

interface SignUpFormProps {
  invitation: string | undefined
  /** The address that the invitation is for: no other is accepted with it. */
  invited: string | undefined
}

function SignUpForm({ invitation, invited }: SignUpFormProps) {
  const isFirst = SIGN_UP === 'first'
  const client = useQueryClient()
  const navigate = useNavigate()

  async function signUp(values: FormValues): Promise<void> {
    const session = await api.account.signUp({
      email: values.text('email'),
      password: values.text('password'),
      setup_code: values.optionalText('setup_code'),
      invitation,
    })
    client.clear()
    client.setQueryData(sessionQuery.queryKey, session)
    await navigate({ to: '/welcome' })
  }

  return (
    <Form submit={signUp} label="Create an account">
      <Field
        name="email"
        type="email"
        label="E-mail"
        hint={invited === undefined ? undefined : 'The invitation is for this address.'}
        defaultValue={invited ?? ''}
        readOnly={invited !== undefined}
        autoComplete="username"
        autoFocus={invited === undefined}
      />
      <Field
        name="password"
        type="password"
        label="Password"
        hint="At least 10 characters. A sentence is easier to remember than signs."
        autoComplete="new-password"
        autoFocus={invited !== undefined}
      />
      {isFirst && (
        <Field
          name="setup_code"
          label="Set-up code"
          hint="The service printed it into its log when it started: it shows that this install is yours."
          autoComplete="off"
          figures
        />
      )}
      <div>
        <Submit>{isFirst ? 'Create the administrator' : 'Create account'}</Submit>
      </div>
      <PlainHttpNote />
    </Form>
  )
}

function SignUpClosed() {
  return (
    <>
      <PageHeader title="Create an account" />
      <Empty title={SIGN_UP === 'closed' ? 'Sign-up is closed.' : 'Accounts are by invitation here.'}>
        <p>
          {SIGN_UP === 'closed'
            ? 'Ask the administrator of this server for an account.'
            : 'Ask an administrator for an invitation. It is a link that opens this page.'}
        </p>
        <Link to="/sign-in" className="link">
          Sign in instead
        </Link>
      </Empty>
    </>
  )
}

export function SignUpScreen() {
  const { invitation, email } = route.useSearch()
  const kind = SIGN_UP === 'first' ? 'first' : invitation !== undefined ? 'invited' : 'open'
  if (SIGN_UP === 'closed' || (kind === 'open' && SIGN_UP !== 'open')) return <SignUpClosed />
  return (
    <>
      <PageHeader title={kind === 'first' ? 'Welcome' : 'Create an account'}>{INTRO[kind]}</PageHeader>
      <SignUpForm invitation={invitation} invited={kind === 'invited' ? email : undefined} />
      <p className="mt-8">
        Have an account?{' '}
        <Link to="/sign-in" className="link">
          Sign in
        </Link>
      </p>
    </>
  )
}
