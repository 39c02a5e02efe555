import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { teamsQuery } from '../data/teams/queries.ts'
import { currentTeam } from '../platform/current-team.ts'
import { Menu } from '../ui/menu.tsx'
import { useCurrentTeam } from '../data/teams/roles.ts'
import { openTeam } from '../data/teams/open-team.ts'

/** The team that this tab shows, and a menu to switch to another one. */
export function TeamMenu() {
  const { data } = useQuery(teamsQuery)
  const navigate = useNavigate()
  const current = useCurrentTeam()
  const isInaccessible = data !== undefined && current === undefined && currentTeam() !== undefined
  useEffect(() => {
    // The user has left the team or was removed from it, or somebody else has signed in here.
    if (isInaccessible) openTeam(undefined)
  }, [isInaccessible])
  if (!data || !current) return <div className="min-h-9" />
  const otherTeams = data.data.filter(({ id }) => id !== current.id)
  return (
    <div className="-mx-3 min-w-0 max-w-full">
      <Menu
        align="start"
        label={
          <span className="max-w-36 truncate" title={current.name}>
            {current.name}
          </span>
        }
        name={t`Team ${current.name}`}
        items={[
          ...otherTeams.map((team) => ({
            label: <span className="wrap-anywhere">{t`Switch to ${team.name}`}</span>,
            run: () => openTeam(team.id),
          })),
          { label: t`Team settings`, run: () => void navigate({ to: '/settings/team' }) },
        ]}
      />
    </div>
  )
}
