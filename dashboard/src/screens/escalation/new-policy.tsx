import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api } from '../../platform/api.ts'
import { PageHeader, toast } from '../../ui/index.ts'
import { ChangedByEditors } from '../../parts/teams/for-editors.tsx'
import { PolicyForm } from './policy-form.tsx'

const route = getRouteApi('/app/notifications/escalation/$policyId')

export function NewPolicy() {
  const navigate = route.useNavigate()
  const client = useQueryClient()
  return (
    <>
      <PageHeader title={t`New escalation policy`} />
      <ChangedByEditors>
        <PolicyForm
          action={t`Create escalation policy`}
          save={async (input) => {
            const { id } = await api.escalationPolicies.create(input)
            await client.invalidateQueries({ queryKey: ['escalation_policy'] })
            toast(t`Escalation policy created`)
            await navigate({ to: '/notifications/escalation/$policyId', params: { policyId: String(id) } })
          }}
        />
      </ChangedByEditors>
    </>
  )
}
