import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { canAdminister, useCurrentTeam } from '../../data/teams/roles.ts'

/** Links a record to its entries in the audit log, for users who may read the log. */
export function HistoryLink({
  type,
  id,
}: {
  type: 'monitor' | 'website' | 'escalation_policy' | 'on_call_schedule' | 'objective'
  id: number
}) {
  const team = useCurrentTeam()
  if (!team || !canAdminister(team.role)) return null
  return (
    <Link to="/settings/audit-log" search={{ record_type: type, record_id: id }} className="link block w-fit">
      <Trans>Change history</Trans>
    </Link>
  )
}
