import { msg, t } from '@lingui/core/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { sessionQuery } from '../data/accounts/queries.ts'
import { PageHeader } from '../ui/index.ts'
import { TabNav } from '../ui/tab-nav.tsx'
import { canAdminister, useCurrentTeam } from '../data/teams/roles.ts'

const TABS = [
  { to: '/settings', label: msg`Account` },
  { to: '/settings/team', label: msg`Team` },
  { to: '/settings/audit-log', label: msg`Audit log` },
  { to: '/settings/security', label: msg`Security` },
  { to: '/settings/sessions', label: msg`Sessions` },
  { to: '/settings/keys', label: msg`API keys` },
] as const

/** Only for administrators. The server rejects requests of everybody else anyway. */
const ADMINISTRATOR_TABS = [
  { to: '/settings/users', label: msg`Users` },
  { to: '/settings/invitations', label: msg`Invitations` },
] as const

export function SettingsFrame() {
  const { data } = useSuspenseQuery(sessionQuery)
  const team = useCurrentTeam()
  // Shown until the role is known, because most users see it and their tabs must not shift.
  const showsAuditLog = team === undefined || canAdminister(team.role)
  const memberTabs = TABS.filter(({ to }) => showsAuditLog || to !== '/settings/audit-log')
  const tabs = data.user.is_administrator ? [...memberTabs, ...ADMINISTRATOR_TABS] : memberTabs
  return (
    <>
      <PageHeader title={t`Settings`} />
      <TabNav label={t`Settings`} parts={tabs} />
      <Outlet />
    </>
  )
}
