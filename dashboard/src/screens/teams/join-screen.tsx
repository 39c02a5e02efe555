import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { TeamInvitationPreview } from '@sitewatch/sdk'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { api } from '../../platform/api.ts'
import { sessionQuery } from '../../data/accounts/queries.ts'
import { Empty, Form, Loaded, Notice, PageHeader, Submit } from '../../ui/index.ts'
import { openTeam } from '../../data/teams/open-team.ts'
import { ROLES } from './role-words.ts'
import { invitationPreviewQuery } from '../../data/teams/queries.ts'

const route = getRouteApi('/bare/join-team')

interface JoinProps {
  token: string
  invitation: TeamInvitationPreview
}

function SignInFirst({ token, invitation: { email } }: JoinProps) {
  const back = `/join-team?token=${token}`
  return (
    <ul className="grid gap-3">
      <li>
        <Link to="/sign-in" search={{ return: back }} className="link">
          {t`Sign in to join`}
        </Link>
      </li>
      <li>
        <Link to="/sign-up" search={{ invitation: token, email, return: back }} className="link">
          {t`Create an account to join`}
        </Link>
      </li>
    </ul>
  )
}

function Join({ token, invitation }: JoinProps) {
  const session = useQuery(sessionQuery)
  const { email, invited_by, role } = invitation
  const user = session.data?.user
  return (
    <div className="grid gap-5">
      <p>
        <Trans>
          {invited_by} has invited {email}. Role: {t(ROLES[role].label)}.
        </Trans>
      </p>
      {session.isPending ? null : user === undefined ? (
        <SignInFirst token={token} invitation={invitation} />
      ) : user.email === email ? (
        <Form label={t`Join team`} submit={async () => openTeam((await api.teamInvitations.accept({ token })).id)}>
          <div>
            <Submit>{t`Join team`}</Submit>
          </div>
        </Form>
      ) : (
        <Notice kind="warning" title={t`You are signed in as ${user.email}.`}>
          <p>{t`Sign out, and sign in with the invited address.`}</p>
        </Notice>
      )}
    </div>
  )
}

export function JoinScreen() {
  const { token = '' } = route.useSearch()
  const invitation = useQuery(invitationPreviewQuery(token))
  if (token === '') return <Empty title={t`This link is incomplete.`} />
  return (
    <>
      <PageHeader title={invitation.data ? t`Join the team ${invitation.data.team_name}` : t`Join a team`} />
      <Loaded query={invitation} label={t`Loading the invitation`}>
        {(data) => <Join token={token} invitation={data} />}
      </Loaded>
    </>
  )
}
