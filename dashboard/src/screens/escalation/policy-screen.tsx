import { t } from '@lingui/core/macro'
import type { EscalationPolicy } from '@sitewatch/sdk'
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../platform/api.ts'
import { Button, ConfirmDialog, Loaded, PageHeader, pickChanged, Section, toast } from '../../ui/index.ts'
import { HistoryLink } from '../../parts/audit-log/history-link.tsx'
import { monitorQuery } from '../../data/monitors/queries.ts'
import { TagChips } from '../../parts/tags/tag-chips.tsx'
import { ChangedByEditors, ForEditors } from '../../parts/teams/for-editors.tsx'
import { PolicyForm } from './policy-form.tsx'
import { NewPolicy } from './new-policy.tsx'
import { policyQuery } from '../../data/escalation/queries.ts'

export { loadPolicy } from './load-policy.ts'

const route = getRouteApi('/app/notifications/escalation/$policyId')
const MAX_SHOWN = 20

export function PolicyScreen() {
  const { policyId } = route.useParams()
  return policyId === 'new' ? <NewPolicy /> : <StoredPolicy id={Number(policyId)} />
}

function StoredPolicy({ id }: { id: number }) {
  const policy = useQuery(policyQuery(id))
  return (
    <Loaded query={policy} rows={8} label={t`Loading escalation policy`}>
      {(data) => <PolicyParts policy={data} />}
    </Loaded>
  )
}

function PolicyParts({ policy }: { policy: EscalationPolicy }) {
  const client = useQueryClient()
  const [isDeleting, setDeleting] = useState(false)
  return (
    <>
      <PageHeader
        title={policy.name}
        actions={
          <ForEditors>
            <Button onClick={() => setDeleting(true)}>{t`Delete`}</Button>
          </ForEditors>
        }
      >
        {t`Who is alerted next if nobody acknowledges an incident.`}
        <HistoryLink type="escalation_policy" id={policy.id} />
      </PageHeader>
      <Section title={t`Applies to`}>
        <AppliesTo policy={policy} />
      </Section>
      <Section title={t`Settings`}>
        <ChangedByEditors>
          <PolicyForm
            key={policy.updated_at}
            stored={policy}
            action={t`Save changes`}
            save={async (input) => {
              await api.escalationPolicies.update(policy.id, pickChanged(policy, input))
              await Promise.all(
                ['escalation_policy', 'monitors'].map((key) => client.invalidateQueries({ queryKey: [key] })),
              )
              toast(t`Saved`)
            }}
          />
        </ChangedByEditors>
      </Section>
      {isDeleting && <DeletePolicy policy={policy} onClose={() => setDeleting(false)} />}
    </>
  )
}

function AppliesTo({ policy: { is_default, tags, monitor_ids } }: { policy: EscalationPolicy }) {
  const shown = monitor_ids.slice(0, MAX_SHOWN)
  const monitors = useQueries({
    queries: shown.map((id) => ({ ...monitorQuery(id), refetchInterval: false as const })),
  })
  if (!is_default && tags.length === 0 && monitor_ids.length === 0) {
    return (
      <p className="text-soft">
        {t`Nothing yet. Make it the default, give it tags, or choose it in the settings of a monitor.`}
      </p>
    )
  }
  return (
    <ul className="grid gap-2">
      {is_default && <li>{t`All monitors of the team without another policy`}</li>}
      {tags.length > 0 && (
        <li className="flex flex-wrap items-baseline gap-x-3">
          {t`Monitors tagged`} <TagChips tags={tags} to="/monitors" />
        </li>
      )}
      {monitors.flatMap(({ data }) =>
        data
          ? [
              <li key={data.id}>
                <Link to="/monitors/$monitorId" params={{ monitorId: String(data.id) }} className="link wrap-anywhere">
                  {data.friendly_name}
                </Link>
              </li>,
            ]
          : [],
      )}
      {monitor_ids.length > shown.length && (
        <li className="text-soft">{t`and ${monitor_ids.length - shown.length} more`}</li>
      )}
    </ul>
  )
}

function DeletePolicy({ policy, onClose }: { policy: EscalationPolicy; onClose: () => void }) {
  const client = useQueryClient()
  const navigate = route.useNavigate()
  return (
    <ConfirmDialog
      title={t`Delete ${policy.name}?`}
      action={t`Delete escalation policy`}
      onClose={onClose}
      confirm={async () => {
        await api.escalationPolicies.remove(policy.id)
        toast(t`Escalation policy deleted`)
        await navigate({ to: '/notifications/escalation' })
        await client.invalidateQueries({ queryKey: ['escalation_policy'] })
      }}
    >
      <p>{t`Escalations that follow it stop. Its monitors follow the policy of a tag or the default.`}</p>
    </ConfirmDialog>
  )
}
