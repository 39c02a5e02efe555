import { t } from '@lingui/core/macro'
import type { Team } from '@sitewatch/sdk'
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../platform/api.ts'
import { teamsQuery } from '../../data/teams/queries.ts'
import { sessionQuery } from '../../data/accounts/queries.ts'
import {
  Button,
  ConfirmDialog,
  Dialog,
  ErrorBox,
  Field,
  Form,
  Loaded,
  Section,
  Submit,
  SwitchRow,
  toast,
} from '../../ui/index.ts'
import { openTeam } from '../../data/teams/open-team.ts'
import { ROLES } from './role-words.ts'
import { canAdminister, useCurrentTeam } from '../../data/teams/roles.ts'
import { TeamInvitations } from './team-invitations.tsx'
import { TeamMembers } from './team-members.tsx'

function Rename({ team }: { team: Team }) {
  const client = useQueryClient()
  return (
    <Form
      label={t`Team name`}
      className="flex max-w-md items-end gap-3 *:first:flex-1"
      submit={async (values) => {
        await api.teams.update(team.id, { name: values.text('name') })
        await client.invalidateQueries({ queryKey: ['teams'] })
        toast(t`Team renamed`)
      }}
    >
      <Field name="name" label={t`Team name`} defaultValue={team.name} autoComplete="off" />
      <Submit kind="plain">{t`Rename team`}</Submit>
    </Form>
  )
}

function RequiredTwoFactor({ team }: { team: Team }) {
  const client = useQueryClient()
  const [error, setError] = useState<unknown>()
  const turn = async (requires_two_factor: boolean): Promise<void> => {
    try {
      await api.teams.update(team.id, { requires_two_factor })
      setError(undefined)
      toast(requires_two_factor ? t`Two-factor authentication required` : t`Two-factor authentication optional`)
    } catch (problem) {
      setError(problem)
    }
    await client.invalidateQueries({ queryKey: ['teams'] })
  }
  return (
    <div className="grid max-w-prose gap-2">
      <ul>
        <SwitchRow isOn={team.requires_two_factor} onTurn={(isOn) => void turn(isOn)}>
          {t`Require two-factor authentication`}
        </SwitchRow>
      </ul>
      <p className="text-sm text-soft">
        {t`Members who sign in with a password cannot use this team until they enable it. API keys keep working.`}
      </p>
      {error !== undefined && <ErrorBox error={error} />}
    </div>
  )
}

function NewTeam({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t`Create team`} onClose={onClose}>
      <Form
        label={t`Create team`}
        submit={async (values) => openTeam((await api.teams.create({ name: values.text('name') })).id)}
      >
        <Field
          name="name"
          label={t`Team name`}
          hint={t`For example your company or department.`}
          autoComplete="off"
          autoFocus
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Submit>{t`Create team`}</Submit>
        </div>
      </Form>
    </Dialog>
  )
}

function LeaveOrDelete({ team, user_id }: { team: Team; user_id: number }) {
  const [confirming, setConfirming] = useState<'leave' | 'remove'>()
  const close = (): void => setConfirming(undefined)
  return (
    <div className="flex flex-wrap gap-3">
      <Button onClick={() => setConfirming('leave')}>{t`Leave team`}</Button>
      {team.role === 'owner' && <Button onClick={() => setConfirming('remove')}>{t`Delete team`}</Button>}
      {confirming === 'leave' && (
        <ConfirmDialog
          title={t`Leave the team ${team.name}?`}
          action={t`Leave team`}
          onClose={close}
          confirm={async () => {
            await api.teams.removeMember(team.id, user_id)
            openTeam(undefined)
          }}
        >
          <p>{t`You lose access immediately, and your API keys in this team stop working.`}</p>
        </ConfirmDialog>
      )}
      {confirming === 'remove' && (
        <ConfirmDialog
          title={t`Delete the team ${team.name}?`}
          action={t`Delete team`}
          onClose={close}
          confirm={async () => {
            await api.teams.remove(team.id)
            openTeam(undefined)
          }}
        >
          <p>{t`This permanently deletes all its websites, statistics, monitors, providers and status pages.`}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}

export function TeamScreen() {
  const teams = useQuery(teamsQuery)
  const { data: session } = useSuspenseQuery(sessionQuery)
  const team = useCurrentTeam()
  const [isCreating, setCreating] = useState(false)
  return (
    <Loaded query={teams} label={t`Loading team`}>
      {() =>
        team && (
          <>
            <Section title={team.name}>
              <div className="grid gap-5">
                <p className="text-soft">
                  {t`Your role: ${t(ROLES[team.role].label)}.`}{' '}
                  {team.is_personal && t`This is your personal team. It goes with your account.`}
                </p>
                {canAdminister(team.role) && <Rename key={team.name} team={team} />}
                {canAdminister(team.role) && <RequiredTwoFactor team={team} />}
                <div>
                  <Button onClick={() => setCreating(true)}>{t`Create team…`}</Button>
                </div>
              </div>
            </Section>
            {team.role !== 'guest' && <TeamMembers team={team} user_id={session.user.id} />}
            {canAdminister(team.role) && <TeamInvitations team={team} />}
            {!team.is_personal && (
              <Section title={t`Leave or delete`}>
                <LeaveOrDelete team={team} user_id={session.user.id} />
              </Section>
            )}
            {isCreating && <NewTeam onClose={() => setCreating(false)} />}
          </>
        )
      }
    </Loaded>
  )
}
