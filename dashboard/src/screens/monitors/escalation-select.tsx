import { useLingui } from '@lingui/react/macro'
import type { Monitor } from '@sitewatch/sdk'
import { useQuery } from '@tanstack/react-query'
import { Select } from '../../ui/index.ts'
import { policyListQuery } from '../../data/escalation/queries.ts'

/** Includes the current policy even before the list has loaded. */
export function EscalationSelect({ initial }: { initial: Partial<Monitor> }) {
  const { t } = useLingui()
  const policies = useQuery({ ...policyListQuery, refetchOnWindowFocus: false }).data?.data ?? []
  const { escalation_policy_id: current_id = null, escalation } = initial
  const listed = policies.map(({ id, name }) => ({ value: String(id), label: name }))
  const isMissing = current_id !== null && policies.every(({ id }) => id !== current_id)
  return (
    <Select
      name="escalation_policy_id"
      label={t`Escalation policy`}
      hint={t`Who is alerted next if nobody acknowledges an incident.`}
      defaultValue={current_id === null ? '' : String(current_id)}
      choices={[
        { value: '', label: t`Inherit from tags or team default` },
        ...(isMissing ? [{ value: String(current_id), label: escalation?.policy_name ?? String(current_id) }] : []),
        ...listed,
      ]}
    />
  )
}
