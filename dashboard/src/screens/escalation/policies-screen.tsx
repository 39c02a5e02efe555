import { plural, t } from '@lingui/core/macro'
import type { EscalationPolicy } from '@sitewatch/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { buttonClass, type Column, Empty, Loaded, PageHeader, Table } from '../../ui/index.ts'
import { NotificationTabs } from '../../parts/notifications/notification-tabs.tsx'
import { ForEditors } from '../../parts/teams/for-editors.tsx'
import { describePlan } from './policy-words.ts'
import { policyListQuery } from '../../data/escalation/queries.ts'
import { type NameTargets, useTargetNames } from './targets.ts'

/** What a policy applies to, as phrases. Empty if it is unused. */
function listUses({ is_default, tags, monitor_ids }: EscalationPolicy): string[] {
  const count = monitor_ids.length
  return [
    ...(is_default ? [t`Team default`] : []),
    ...(tags.length > 0 ? [t`Tags: ${tags.join(', ')}`] : []),
    ...(count > 0 ? [t`${plural(count, { one: '# monitor', other: '# monitors' })}`] : []),
  ]
}

const listColumns = (nameTargets: NameTargets | undefined): readonly Column<EscalationPolicy>[] => [
  {
    head: t`Name`,
    cell: ({ id, name }) => (
      <Link to="/notifications/escalation/$policyId" params={{ policyId: String(id) }} className="link wrap-anywhere">
        {name}
      </Link>
    ),
  },
  {
    head: t`If nobody acknowledges`,
    cell: (policy) => (
      <span className="wrap-anywhere">{nameTargets && describePlan(policy, nameTargets).join(' · ')}</span>
    ),
  },
  {
    head: t`Applies to`,
    cell: (policy) => {
      const uses = listUses(policy)
      return uses.length === 0 ? (
        <span className="text-soft">{t`Nothing yet`}</span>
      ) : (
        <span className="wrap-anywhere">{uses.join(' · ')}</span>
      )
    },
  },
]

export function PoliciesScreen() {
  const policies = useQuery(policyListQuery)
  const nameTargets = useTargetNames()
  return (
    <>
      <PageHeader
        title={t`Escalation policies`}
        actions={
          <ForEditors>
            <Link
              to="/notifications/escalation/$policyId"
              params={{ policyId: 'new' }}
              className={buttonClass('primary')}
            >
              {t`Create escalation policy`}
            </Link>
          </ForEditors>
        }
      >
        {t`Who is alerted next if nobody acknowledges an incident.`}
      </PageHeader>
      <NotificationTabs />
      <Loaded query={policies} rows={3} label={t`Loading escalation policies`}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title={t`No escalation policies yet.`}>
              <p className="text-soft">
                {t`An alert that nobody notices stays unnoticed. A policy alerts the next person after some minutes.`}
              </p>
            </Empty>
          ) : (
            <Table
              caption={t`Escalation policies`}
              columns={listColumns(nameTargets)}
              rows={data}
              rowKey={({ id }) => id}
            />
          )
        }
      </Loaded>
    </>
  )
}
