import { msg, t } from '@lingui/core/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, Outlet } from '@tanstack/react-router'
import { sessionQuery } from '../../api.ts'
import { PageHeader } from '../../ui/index.ts'
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
  const isForAll = team !== undefined && canAdminister(team.role)
  const own = PARTS.filter(({ to }) => isForAll || to !== '/settings/audit-log')
  const parts = data.user.is_administrator ? [...own, ...ADMINISTRATION] : own
  return (
    <>
      <PageHeader title={t`Settings`} />
      <nav aria-label={t`Settings`} className="mb-8 border-b border-line">
        <ul className="flex flex-wrap gap-x-6">
          {parts.map(({ to, label }) => (
            <li key={to} className="-mb-px">
              <Link
                to={to}
                activeOptions={{ exact: true, includeSearch: false }}
                className="block border-b-2 border-transparent py-2 text-soft hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink"
              >
                {t(label)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Outlet />
    </>
  )
}
