import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api.ts'
import { Field, Form, Notice, PageHeader, Submit } from '../../ui/index.ts'

export function ForgotPasswordScreen() {
  const [told, setTold] = useState<string>()
  return (
    <>
      <PageHeader title="Forgot your password?">We will e-mail you a link to choose a new password.</PageHeader>
      {told === undefined ? (
        <Form
          label="Forgot your password?"
          submit={async (values) => {
            setTold((await api.account.requestPasswordReset({ email: values.text('email') })).message)
          }}
        >
          <Field name="email" type="email" label="E-mail" autoComplete="username" autoFocus />
          <div>
            <Submit>Send link</Submit>
          </div>
        </Form>
      ) : (
        <Notice kind="done" title={told}>
          <p>No e-mail after a few minutes? Check your spam folder, then contact the administrator of this server.</p>
        </Notice>
      )}
      <p className="mt-8">
        <Link to="/sign-in" className="link">
          Back to sign-in
        </Link>
      </p>
    </>
  )
}

const resetRoute = getRouteApi('/bare/reset-password')

export function ResetPasswordScreen() {
  const { token } = resetRoute.useSearch()
  const [told, setTold] = useState<string>()
  return (
    <>
      <PageHeader title="Choose a new password">All sessions of the account are signed out.</PageHeader>
      {told === undefined ? (
        <Form
          label="Choose a new password"
          submit={async (values) => {
            const answer = await api.account.resetPassword({
              password: values.text('password'),
              token: token ?? values.text('token'),
            })
            setTold(answer.message)
          }}
        >
          <Field
            name="password"
            type="password"
            label="New password"
            hint="At least 10 characters."
            autoComplete="new-password"
            autoFocus
          />
          {token === undefined && <Field name="token" label="Token from the e-mail" autoComplete="off" figures />}
          <div>
            <Submit>Save password</Submit>
          </div>
        </Form>
      ) : (
        <Notice kind="done" title={told}>
          <Link to="/sign-in" className="link">
            Sign in
          </Link>
        </Notice>
      )}
    </>
  )
}
