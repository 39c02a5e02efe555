import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Invitation, CreatedInvitation } from '@sitewatch/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../platform/api.ts'
import { SIGN_UP } from '../../platform/page-facts.ts'
import {
  Button,
  type Column,
  ConfirmDialog,
  Empty,
  Field,
  Form,
  Loaded,
  Notice,
  Pagination,
  Section,
  Status,
  Submit,
  Table,
  Time,
  toast,
  useNow,
} from '../../ui/index.ts'
import { InvitedNotice } from '../../parts/teams/invited-notice.tsx'
import { invitationsQuery } from '../../data/accounts/queries.ts'

const route = getRouteApi('/app/settings/invitations')

function Invite() {
  const client = useQueryClient()
  const [created, setCreated] = useState<CreatedInvitation>()
  return (
    <div className="mb-8 grid max-w-xl gap-5">
      <Form
        key={created?.id}
        label={t`Invite a user`}
        className="grid gap-4"
        submit={async (values) => {
          setCreated(await api.invitations.create({ email: values.text('email') }))
          await client.invalidateQueries({ queryKey: ['invitations'] })
        }}
      >
        <Field name="email" type="email" label={t`E-mail`} autoComplete="off" />
        <div>
          <Submit>{t`Invite`}</Submit>
        </div>
      </Form>
      {created && <InvitedNotice email={created.email} url={created.url} />}
    </div>
  )
}

function InvitationState({ invitation: { accepted_at, expires_at } }: { invitation: Invitation }) {
  const now = useNow()
  if (accepted_at !== null) return <Status name="up">{t`Accepted`}</Status>
  return Date.parse(expires_at) < now ? (
    <Status name="unknown">{t`Expired`}</Status>
  ) : (
    <Status name="pending">{t`Pending`}</Status>
  )
}

const listColumns = (revoke: (invitation: Invitation) => void): readonly Column<Invitation>[] => [
  { head: t`E-mail`, cell: ({ email }) => <span className="wrap-anywhere">{email}</span> },
  { head: t`Status`, cell: (invitation) => <InvitationState invitation={invitation} /> },
  { head: t`Expires`, cell: ({ expires_at }) => <Time at={expires_at} as="minute" /> },
  {
    head: '',
    align: 'end',
    cell: (invitation) =>
      invitation.accepted_at === null && <Button onClick={() => revoke(invitation)}>{t`Revoke`}</Button>,
  },
]

export function InvitationsScreen() {
  const { page } = route.useSearch()
  const navigate = route.useNavigate()
  const client = useQueryClient()
  const [removing, setRemoving] = useState<Invitation>()
  const invitations = useQuery(invitationsQuery(page))
  const columns = listColumns(setRemoving)
  return (
    <Section title={t`Invitations`}>
      {SIGN_UP === 'closed' ? (
        <div className="mb-8">
          <Notice title={t`Invitations are disabled on this server.`}>
            <Trans>
              The operator set <code>SITEWATCH_INVITATIONS=0</code>.
            </Trans>
          </Notice>
        </div>
      ) : (
        <Invite />
      )}
      <Loaded query={invitations} label={t`Loading invitations`}>
        {({ data, meta }) =>
          meta.total === 0 ? (
            <Empty title={t`No invitations yet.`} />
          ) : (
            <>
              <Table caption={t`Invitations`} columns={columns} rows={data} rowKey={({ id }) => id} />
              <Pagination
                meta={meta}
                noun={t`invitations`}
                onPage={(next) => void navigate({ to: '.', search: { page: next } })}
              />
            </>
          )
        }
      </Loaded>
      {removing && (
        <ConfirmDialog
          title={t`Revoke the invitation for ${removing.email}?`}
          action={t`Revoke invitation`}
          onClose={() => setRemoving(undefined)}
          confirm={async () => {
            await api.invitations.remove(removing.id)
            await client.invalidateQueries({ queryKey: ['invitations'] })
            toast(t`Invitation revoked`)
          }}
        >
          <p>{t`The invitation link stops working.`}</p>
        </ConfirmDialog>
      )}
    </Section>
  )
}
