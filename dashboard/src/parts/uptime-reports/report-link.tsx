import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useCurrentTeam } from '../../data/teams/roles.ts'

/** Links a monitor to its uptime report. Hidden from guests. */
export function ReportLink({ monitor_id }: { monitor_id: number }) {
  const team = useCurrentTeam()
  if (!team || team.role === 'guest') return null
  return (
    <Link to="/uptime-reports" search={{ monitor_id }} className="link block w-fit">
      <Trans>Uptime report</Trans>
    </Link>
  )
}
