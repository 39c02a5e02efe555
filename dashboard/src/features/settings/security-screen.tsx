import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, sessionQuery } from '../../api.ts'
import { Field, Form, Section, Submit, toast } from '../../ui/index.ts'
import { TwoFactor } from './two-factor.tsx'

function ChangePassword() {
  const client = useQueryClient()
  const [changes, setChanges] = useState(0)
  return (
    // A new form after each change: what was typed must not stay.
    <Form
      key={changes}
      label="Change password"
      className="grid max-w-md gap-5"
      submit={async (values) => {
        const { message } = await api.account.changePassword({
          current_password: values.text('current_password'),
          password: values.text('password'),
        })
        setChanges(changes + 1)
        toast(message)
        await client.invalidateQueries({ queryKey: ['sessions'] })
      }}
    >
      <Field name="current_password" type="password" label="Current password" autoComplete="current-password" />
      <Field
        name="password"
        type="password"
        label="New password"
        hint="At least 10 characters. All other sessions are signed out."
        autoComplete="new-password"
      />
      <div>
        <Submit kind="plain">Change password</Submit>
      </div>
    </Form>
  )
}

export function SecurityScreen() {
  const { data } = useSuspenseQuery(sessionQuery)
  return (
    <>
      <Section title="Password">
        <ChangePassword />
      </Section>
      <Section title="Two-factor authentication">
        <TwoFactor isOn={data.user.two_factor_enabled} />
      </Section>
    </>
  )
}
