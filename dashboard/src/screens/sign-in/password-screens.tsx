import { t } from '@lingui/core/macro'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../platform/api.ts'
import { Field, Form, Notice, PageHeader, Submit } from '../../ui/index.ts'

export function ForgotPasswordScreen() {
  const [message, setMessage] = useState<string>()
  return (
    <>
      <PageHeader title={t`Forgot your password?`}>{t`We will e-mail you a link to choose a new password.`}</PageHeader>
      {message === undefined ? (
        <Form
          label={t`Forgot your password?`}
          submit={async (values) => {
            await api.account.requestPasswordReset({ email: values.text('email') })
            setMessage(t`If there is an account with this address, we have sent an e-mail with a link to it.`)
          }}
        >
          <Field name="email" type="email" label={t`E-mail`} autoComplete="username" autoFocus />
          <div>
            <Submit>{t`Send link`}</Submit>
          </div>
        </Form>
      ) : (
        <Notice kind="done" title={message}>
          <p>
            {t`No e-mail after a few minutes? Check your spam folder, then contact the administrator of this server.`}
          </p>
        </Notice>
      )}
      <BackToSignIn />
    </>
  )
}

const BackToSignIn = () => (
  <p className="mt-8">
    <Link to="/sign-in" className="link">
      {t`Back to sign-in`}
    </Link>
  </p>
)

const resetRoute = getRouteApi('/bare/reset-password')

export function ResetPasswordScreen() {
  const { token } = resetRoute.useSearch()
  const [message, setMessage] = useState<string>()
  return (
    <>
      <PageHeader title={t`Choose a new password`}>{t`This signs you out on all devices.`}</PageHeader>
      {message === undefined ? (
        <Form
          label={t`Choose a new password`}
          submit={async (values) => {
            await api.account.resetPassword({
              password: values.text('password'),
              token: token ?? values.text('token'),
            })
            setMessage(t`Password changed. Sign in with the new one.`)
          }}
        >
          <Field
            name="password"
            type="password"
            label={t`New password`}
            hint={t`At least 10 characters.`}
            autoComplete="new-password"
            autoFocus
          />
          {token === undefined && <Field name="token" label={t`Token from the e-mail`} autoComplete="off" figures />}
          <div>
            <Submit>{t`Save password`}</Submit>
          </div>
          <BackToSignIn />
        </Form>
      ) : (
        <Notice kind="done" title={message}>
          <Link to="/sign-in" className="link">
            {t`Sign in`}
          </Link>
        </Notice>
      )}
    </>
  )
}
