import { t } from '@lingui/core/macro'
import type { OnCall, OnCallSchedule } from '@sitewatch/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buttonClass, type Column, Empty, Loaded, PageHeader, Table } from '../../ui/index.ts'
import { NotificationTabs } from '../../parts/notifications/notification-tabs.tsx'
import { ForEditors } from '../../parts/teams/for-editors.tsx'
import { OnCallNext, OnCallNow } from './on-call-now.tsx'
import { onCallQuery, scheduleListQuery, SHOWN_DAYS } from '../../data/on-call/queries.ts'

export { loadSchedules } from './load-schedule.ts'

/** Both columns share one request. */
function OnCallCell({ id, children }: { id: number; children: (onCall: OnCall) => ReactNode }) {
  const onCall = useQuery(onCallQuery(id, SHOWN_DAYS))
  return onCall.data ? children(onCall.data) : <span className="text-soft">…</span>
}

const listColumns = (): readonly Column<OnCallSchedule>[] => [
  {
    head: t`Name`,
    cell: ({ id, name }) => (
      <Link to="/notifications/on-call/$scheduleId" params={{ scheduleId: String(id) }} className="link wrap-anywhere">
        {name}
      </Link>
    ),
  },
  {
    head: t`On call now`,
    cell: ({ id }) => <OnCallCell id={id}>{(onCall) => <OnCallNow onCall={onCall} />}</OnCallCell>,
  },
  {
    head: t`Next`,
    cell: ({ id }) => <OnCallCell id={id}>{(onCall) => <OnCallNext onCall={onCall} />}</OnCallCell>,
  },
  { head: t`Escalation policies`, figures: true, cell: ({ escalation_policy_ids }) => escalation_policy_ids.length },
]

export function SchedulesScreen() {
  const schedules = useQuery(scheduleListQuery)
  return (
    <>
      <PageHeader
        title={t`On-call schedules`}
        actions={
          <ForEditors>
            <Link
              to="/notifications/on-call/$scheduleId"
              params={{ scheduleId: 'new' }}
              className={buttonClass('primary')}
            >
              {t`Create on-call schedule`}
            </Link>
          </ForEditors>
        }
      >
        {t`Who is on call, and when. Escalation policies alert that person.`}
      </PageHeader>
      <NotificationTabs />
      <Loaded query={schedules} rows={3} label={t`Loading on-call schedules`}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title={t`No on-call schedules yet.`}>
              <p className="text-soft">
                {t`Add the people who take turns. An escalation policy can then alert the person on call.`}
              </p>
            </Empty>
          ) : (
            <Table caption={t`On-call schedules`} columns={listColumns()} rows={data} rowKey={({ id }) => id} />
          )
        }
      </Loaded>
    </>
  )
}
