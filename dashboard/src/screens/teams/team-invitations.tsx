import { t } from '@lingui/core/macro'
import type { CreatedTeamInvitation, Team, TeamInvitation } from '@sitewatch/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../platform/api.ts'
import {
  Button,
  type Column,
  ConfirmDialog,
  Field,
  Form,
  Loaded,
  Section,
  Submit,
  Table,
  Time,
  toast,
} from '../../ui/index.ts'
import { InvitedNotice } from '../../parts/teams/invited-notice.tsx'
import { RoleFields, readRole } from './role-fields.tsx'
import { ROLES } from './role-words.ts'
import { teamInvitationsQuery } from '../../data/teams/queries.ts'

function Invite({ team }: { team: Team }) {
  const client = useQueryClient()
  const [created, setCreated] = useState<CreatedTeamInvitation>()
  return (
    <div className="mb-8 grid max-w-xl gap-5">
      <Form
        key={created?.id}
        label={t`Invite a person`}
        className="grid gap-4"
        submit={async (values) => {
          setCreated(await api.teams.invite(team.id, { email: values.text('email'), ...readRole(values) }))
          await client.invalidateQueries({ queryKey: ['team-invitations'] })
        }}
      >
        <Field name="email" type="email" label={t`E-mail`} autoComplete="off" />
        <RoleFields initial="editor" website_ids={[]} mayBeOwner={team.role === 'owner' && !team.is_personal} />
        <div>
          <Submit>{t`Invite`}</Submit>
        </div>
      </Form>
      {created && <InvitedNotice email={created.email} url={created.url} />}
    </div>
  )
}

const listColumns = (revoke: (invitation: TeamInvitation) => void): readonly Column<TeamInvitation>[] => [
  { head: t`E-mail`, cell: ({ email }) => <span className="wrap-anywhere">{email}</span> },
  { head: t`Role`, cell: ({ role }) => t(ROLES[role].label) },
  { head: t`Expires`, cell: ({ expires_at }) => <Time at={expires_at} as="minute" /> },
  {
    head: '',
    align: 'end',
    cell: (invitation) => <Button onClick={() => revoke(invitation)}>{t`Revoke`}</Button>,
  },
]

export function TeamInvitations({ team }: { team: Team }) {
  const client = useQueryClient()
  const [removing, setRemoving] = useState<TeamInvitation>()
  const invitations = useQuery(teamInvitationsQuery(team.id))
  const columns = listColumns(setRemoving)
  return (
    <Section title={t`Invitations`}>
      <Invite team={team} />
      <Loaded query={invitations} label={t`Loading invitations`}>
        {({ data }) => {
          const pending = data.filter(({ accepted_at }) => accepted_at === null)
          return (
            pending.length > 0 && (
              <Table caption={t`Pending invitations`} columns={columns} rows={pending} rowKey={({ id }) => id} />
            )
          )
        }}
      </Loaded>
      {removing && (
        <ConfirmDialog
          title={t`Revoke the invitation for ${removing.email}?`}
          action={t`Revoke invitation`}
          onClose={() => setRemoving(undefined)}
          confirm={async () => {
            await api.teams.revokeInvitation(team.id, removing.id)
            await client.invalidateQueries({ queryKey: ['team-invitations'] })
            toast(t`Invitation revoked`)
          }}
        >
          <p>{t`The invitation link stops working.`}</p>
        </ConfirmDialog>
      )}
    </Section>
  )
}
