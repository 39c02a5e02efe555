import { useLingui } from '@lingui/react/macro'
import type { Monitor } from '@sitewatch/sdk'
import { useQuery } from '@tanstack/react-query'
import { Select } from '../../ui/index.ts'
import { policyListQuery } from '../escalation/queries.ts'

/** With the one that is set, before the list is there. */
export function EscalationSelect({ initial }: { initial: Partial<Monitor> }) {
  const { t } = useLingui()
  const policies = useQuery({ ...policyListQuery, refetchOnWindowFocus: false }).data?.data ?? []
  const { escalation_policy_id: own = null, escalation } = initial
  const listed = policies.map(({ id, name }) => ({ value: String(id), label: name }))
  const isMissing = own !== null && policies.every(({ id }) => id !== own)
  return (
    <Select
      name="escalation_policy_id"
      label={t`Escalation policy`}
      hint={t`Who is alerted next if nobody acknowledges an incident.`}
      defaultValue={own === null ? '' : String(own)}
      choices={[
        { value: '', label: t`Inherit from tags or team default` },
        ...(isMissing ? [{ value: String(own), label: escalation?.policy_name ?? String(own) }] : []),
        ...listed,
      ]}
    />
  )
}
