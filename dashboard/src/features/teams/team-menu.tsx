import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { teamsQuery } from '../../api.ts'
import { currentTeam } from '../../current-team.ts'
import { Menu } from '../../ui/menu.tsx'
import { useCurrentTeam } from './roles.ts'
import { openTeam } from './open-team.ts'

/** Which team this tab shows, and the way to the others. */
export function TeamMenu() {
  const { data } = useQuery(teamsQuery)
  const navigate = useNavigate()
  const current = useCurrentTeam()
  const isLost = data !== undefined && current === undefined && currentTeam() !== undefined
  useEffect(() => {
    // The user has left it or was removed, or somebody else signed in here.
    if (isLost) openTeam(undefined)
  }, [isLost])
  if (!data || !current) return <div className="min-h-9" />
  const others = data.data.filter(({ id }) => id !== current.id)
  return (
    <div className="-mx-3 min-w-0 max-w-full">
      <Menu
        align="start"
        label={<span className="max-w-36 truncate">{current.name}</span>}
        name={t`Team ${current.name}`}
        items={[
          ...others.map((team) => ({
            label: <span className="wrap-anywhere">{t`Switch to ${team.name}`}</span>,
            run: () => openTeam(team.id),
          })),
          { label: t`Team settings`, run: () => void navigate({ to: '/settings/team' }) },
        ]}
      />
    </div>
  )
}
