import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Session } from '@sitewatch/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../platform/api.ts'
import { HAS_PASSWORD_SIGN_IN, SSO_NAME } from '../../platform/page-facts.ts'
import {
  Button,
  Checkbox,
  type Column,
  ConfirmDialog,
  Dialog,
  Form,
  Loaded,
  Pagination,
  Section,
  Submit,
  Table,
  Time,
  toast,
} from '../../ui/index.ts'
import { PasswordField } from './password-field.tsx'
import { describeBrowser } from '../../platform/user-agent.ts'
import { sessionsQuery } from '../../data/accounts/queries.ts'

const route = getRouteApi('/app/settings/sessions')

const listColumns = (end: (session: Session) => void): readonly Column<Session>[] => [
  {
    head: t`Device`,
    cell: ({ user_agent, is_current }) => (
      <>
        {describeBrowser(user_agent)}
        {is_current && <span className="text-soft"> {t`· this session`}</span>}
      </>
    ),
  },
  { head: t`IP address`, cell: ({ ip_address }) => <span className="figures">{ip_address ?? '–'}</span> },
  { head: t`Last active`, cell: ({ last_used_at }) => <Time at={last_used_at} /> },
  { head: t`Signed in`, cell: ({ created_at }) => <Time at={created_at} as="day" /> },
  {
    head: '',
    align: 'end',
    cell: (session) => !session.is_current && <Button onClick={() => end(session)}>{t`End`}</Button>,
  },
]

function SignOutEverywhere({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  return (
    <Dialog title={t`Sign out everywhere`} onClose={onClose}>
      <p>{t`Every session but this one ends, and links in e-mails that were sent to you stop working.`}</p>
      <Form
        label={t`Sign out everywhere`}
        submit={async (values) => {
          await api.sessions.removeOthers({
            password: values.text('password'),
            api_keys: values.checked('api_keys'),
            identities: values.checked('identities'),
            passkeys: values.checked('passkeys'),
          })
          await client.invalidateQueries()
          toast(t`Signed out everywhere else`)
          onClose()
        }}
      >
        <Checkbox
          name="api_keys"
          label={t`Revoke my API keys`}
          hint={t`In every team. Programs that use them stop working.`}
        />
        {SSO_NAME !== '' && <Checkbox name="identities" label={t`Unlink my accounts at ${SSO_NAME}`} />}
        {HAS_PASSWORD_SIGN_IN && <Checkbox name="passkeys" label={t`Remove my passkeys`} />}
        <PasswordField />
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Submit kind="danger">{t`Sign out everywhere`}</Submit>
        </div>
      </Form>
    </Dialog>
  )
}

export function SessionsScreen() {
  const { page } = route.useSearch()
  const navigate = route.useNavigate()
  const client = useQueryClient()
  const [ending, setEnding] = useState<Session>()
  const [isSigningOut, setSigningOut] = useState(false)
  const sessions = useQuery(sessionsQuery(page))
  const columns = listColumns(setEnding)
  return (
    <Section
      title={t`Sessions`}
      actions={<Button onClick={() => setSigningOut(true)}>{t`Sign out everywhere…`}</Button>}
    >
      <Loaded query={sessions} label={t`Loading sessions`}>
        {({ data, meta }) => (
          <>
            <Table caption={t`Sessions`} columns={columns} rows={data} rowKey={({ id }) => id} />
            <Pagination
              meta={meta}
              noun={t`sessions`}
              onPage={(next) => void navigate({ to: '.', search: { page: next } })}
            />
          </>
        )}
      </Loaded>
      {isSigningOut && <SignOutEverywhere onClose={() => setSigningOut(false)} />}
      {ending && (
        <ConfirmDialog
          title={t`Sign out this session?`}
          action={t`Sign out`}
          onClose={() => setEnding(undefined)}
          confirm={async () => {
            await api.sessions.remove(ending.id)
            await client.invalidateQueries({ queryKey: ['sessions'] })
            toast(t`Session signed out`)
          }}
        >
          <p>
            <Trans>
              {describeBrowser(ending.user_agent)} at <span className="figures">{ending.ip_address}</span> has to sign
              in again.
            </Trans>
          </p>
        </ConfirmDialog>
      )}
    </Section>
  )
}
