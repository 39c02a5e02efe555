import { t } from '@lingui/core/macro'
import type { Team, TeamMember } from '@sitewatch/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../platform/api.ts'
import { BASE_URL } from '../../platform/page-facts.ts'
import {
  Button,
  type Column,
  ConfirmDialog,
  Dialog,
  Form,
  Loaded,
  Menu,
  Pagination,
  Section,
  Submit,
  Table,
  Time,
  toast,
} from '../../ui/index.ts'
import { RoleFields, readRole } from './role-fields.tsx'
import { ROLES } from './role-words.ts'
import { canAdminister } from '../../data/teams/roles.ts'
import { teamMemberListQuery } from '../../data/teams/queries.ts'

interface MembersProps {
  team: Team
  user_id: number
}

type Action = { kind: 'role' | 'remove'; member: TeamMember }

function ActionDialog({ team, action, onClose }: { team: Team; action: Action; onClose: () => void }) {
  const client = useQueryClient()
  const { kind, member } = action
  const done = async (message: string): Promise<void> => {
    await client.invalidateQueries({ queryKey: ['team-members'] })
    toast(message)
  }
  if (kind === 'remove') {
    return (
      <ConfirmDialog
        title={t`Remove ${member.email} from the team?`}
        action={t`Remove member`}
        onClose={onClose}
        confirm={async () => {
          await api.teams.removeMember(team.id, member.id)
          await done(t`${member.email} removed`)
        }}
      >
        <p>{t`Access ends immediately, and the member’s API keys in this team stop working.`}</p>
      </ConfirmDialog>
    )
  }
  return (
    <Dialog title={t`Role of ${member.email}`} onClose={onClose}>
      <Form
        label={t`Change role`}
        submit={async (values) => {
          await api.teams.updateMember(team.id, member.id, readRole(values))
          await done(t`Role changed`)
          onClose()
        }}
      >
        <RoleFields
          initial={member.role}
          website_ids={member.website_ids}
          mayBeOwner={team.role === 'owner' && !team.is_personal}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Submit>{t`Change role`}</Submit>
        </div>
      </Form>
    </Dialog>
  )
}

function listColumns({ team, user_id }: MembersProps, act: (action: Action) => void): readonly Column<TeamMember>[] {
  const mayChange = ({ id, role }: TeamMember): boolean =>
    canAdminister(team.role) && id !== user_id && (role !== 'owner' || team.role === 'owner')
  return [
    {
      head: t`Member`,
      cell: ({ id, email }) => (
        <div className="min-w-0 wrap-anywhere">
          {email}
          {id === user_id && <div className="text-sm text-soft">{t`You`}</div>}
        </div>
      ),
    },
    { head: t`Role`, cell: ({ role }) => t(ROLES[role].label) },
    { head: t`Since`, cell: ({ created_at }) => <Time at={created_at} as="day" /> },
    {
      head: '',
      align: 'end',
      cell: (member) =>
        mayChange(member) && (
          <Menu
            label="…"
            name={t`Actions for ${member.email}`}
            items={[
              { label: t`Change role`, run: () => act({ kind: 'role', member }) },
              { label: t`Remove`, run: () => act({ kind: 'remove', member }) },
            ]}
          />
        ),
    },
  ]
}

export function TeamMembers({ team, user_id }: MembersProps) {
  const [page, setPage] = useState(1)
  const [action, setAction] = useState<Action>()
  const members = useQuery(teamMemberListQuery(team.id, page))
  const columns = listColumns({ team, user_id }, setAction)
  return (
    <Section
      title={t`Members`}
      actions={
        <a href={`${BASE_URL}/docs/roles`} className="link">
          {t`What each role can do`}
        </a>
      }
    >
      <Loaded query={members} label={t`Loading members`}>
        {({ data, meta }) => (
          <>
            <Table caption={t`Members`} columns={columns} rows={data} rowKey={({ id }) => id} />
            <Pagination meta={meta} noun={t`members`} onPage={(next) => setPage(next ?? 1)} />
          </>
        )}
      </Loaded>
      {action && <ActionDialog team={team} action={action} onClose={() => setAction(undefined)} />}
    </Section>
  )
}
