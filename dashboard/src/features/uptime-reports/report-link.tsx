import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useCurrentTeam } from '../teams/roles.ts'

/** From a monitor to its uptime report, which is not for guests. */
export function ReportLink({ monitor_id }: { monitor_id: number }) {
  const team = useCurrentTeam()
  if (!team || team.role === 'guest') return null
  return (
    <Link to="/uptime-reports" search={{ monitor_id }} className="link block w-fit">
      <Trans>Uptime report</Trans>
    </Link>
  )
}
