import { msg, t } from '@lingui/core/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { sessionQuery } from '../../api.ts'
import { PageHeader } from '../../ui/index.ts'
import { TabNav } from '../../ui/tab-nav.tsx'
import { canAdminister, useCurrentTeam } from '../teams/roles.ts'

const PARTS = [
  { to: '/settings', label: msg`Account` },
  { to: '/settings/team', label: msg`Team` },
  { to: '/settings/audit-log', label: msg`Audit log` },
  { to: '/settings/security', label: msg`Security` },
  { to: '/settings/sessions', label: msg`Sessions` },
  { to: '/settings/keys', label: msg`API keys` },
] as const

/** Only for administrators; the server refuses everybody else anyway. */
const ADMINISTRATION = [
  { to: '/settings/users', label: msg`Users` },
  { to: '/settings/invitations', label: msg`Invitations` },
] as const

export function SettingsFrame() {
  const { data } = useSuspenseQuery(sessionQuery)
  const team = useCurrentTeam()
  // Until the role is known as most have it: their tabs must not move.
  const isForAll = team === undefined || canAdminister(team.role)
  const own = PARTS.filter(({ to }) => isForAll || to !== '/settings/audit-log')
  const parts = data.user.is_administrator ? [...own, ...ADMINISTRATION] : own
  return (
    <>
      <PageHeader title={t`Settings`} />
      <TabNav label={t`Settings`} parts={parts} />
      <Outlet />
    </>
  )
}
