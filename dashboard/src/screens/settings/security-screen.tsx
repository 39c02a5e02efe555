import { t } from '@lingui/core/macro'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../platform/api.ts'
import { sessionQuery } from '../../data/accounts/queries.ts'
import { HAS_PASSWORD_SIGN_IN, SSO_NAME } from '../../platform/page-facts.ts'
import { Field, Form, Section, Submit, toast } from '../../ui/index.ts'
import { Passkeys } from './passkeys.tsx'
import { SingleSignOn } from './single-sign-on.tsx'
import { TwoFactor } from './two-factor.tsx'

function ChangePassword({ hasPassword }: { hasPassword: boolean }) {
  const client = useQueryClient()
  const [changes, setChanges] = useState(0)
  return (
    // Remount the form after each change, so that it does not keep the typed passwords.
    <Form
      key={changes}
      label={t`Change password`}
      className="grid max-w-md gap-5"
      submit={async (values) => {
        await api.account.changePassword({
          current_password: values.text('current_password'),
          password: values.text('password'),
        })
        setChanges(changes + 1)
        toast(t`Password changed. Every other session has ended.`)
        await client.invalidateQueries({ queryKey: ['sessions'] })
        await client.invalidateQueries({ queryKey: sessionQuery.queryKey })
      }}
    >
      {hasPassword ? (
        <Field name="current_password" type="password" label={t`Current password`} autoComplete="current-password" />
      ) : (
        <p>{t`Your account has no password yet. You can set one within 10 minutes of signing in.`}</p>
      )}
      <Field
        name="password"
        type="password"
        label={t`New password`}
        hint={t`At least 10 characters. All other sessions are signed out.`}
        autoComplete="new-password"
      />
      <div>
        <Submit kind="plain">{hasPassword ? t`Change password` : t`Set password`}</Submit>
      </div>
    </Form>
  )
}

export function SecurityScreen() {
  const { data } = useSuspenseQuery(sessionQuery)
  return (
    <>
      {HAS_PASSWORD_SIGN_IN && (
        <>
          <Section title={t`Password`}>
            <ChangePassword hasPassword={data.user.has_password} />
          </Section>
          <Section title={t`Two-factor authentication`}>
            <TwoFactor isOn={data.user.two_factor_enabled} />
          </Section>
          <Passkeys />
        </>
      )}
      {SSO_NAME !== '' && <SingleSignOn />}
    </>
  )
}
