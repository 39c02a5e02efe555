import { t } from '@lingui/core/macro'
import type { OnCallSchedule } from '@sitewatch/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../platform/api.ts'
import { Button, ConfirmDialog, FigureRow, Loaded, PageHeader, pickChanged, Section, toast } from '../../ui/index.ts'
import { HistoryLink } from '../../parts/audit-log/history-link.tsx'
import { policyListQuery } from '../../data/escalation/queries.ts'
import { ChangedByEditors, ForEditors } from '../../parts/teams/for-editors.tsx'
import { CalendarFeed } from './calendar-feed.tsx'
import { ScheduleForm } from './schedule-parts.tsx'
import { NewSchedule } from './new-schedule.tsx'
import { OnCallNext, OnCallNow } from './on-call-now.tsx'
import { onCallQuery, scheduleQuery, SHOWN_DAYS } from '../../data/on-call/queries.ts'
import { ShiftStrip } from './shift-strip.tsx'

export { loadSchedule } from './load-schedule.ts'

const route = getRouteApi('/app/notifications/on-call/$scheduleId')

export function ScheduleScreen() {
  const { scheduleId } = route.useParams()
  return scheduleId === 'new' ? <NewSchedule /> : <StoredSchedule id={Number(scheduleId)} />
}

function StoredSchedule({ id }: { id: number }) {
  const schedule = useQuery(scheduleQuery(id))
  return (
    <Loaded query={schedule} rows={8} label={t`Loading on-call schedule`}>
      {(data) => <ScheduleParts schedule={data} />}
    </Loaded>
  )
}

function ScheduleParts({ schedule }: { schedule: OnCallSchedule }) {
  const client = useQueryClient()
  const [isDeleting, setDeleting] = useState(false)
  const onCall = useQuery(onCallQuery(schedule.id, SHOWN_DAYS))
  return (
    <>
      <PageHeader
        title={schedule.name}
        actions={
          <ForEditors>
            <Button onClick={() => setDeleting(true)}>{t`Delete`}</Button>
          </ForEditors>
        }
      >
        {t`Time zone: ${schedule.timezone}`}
        <HistoryLink type="on_call_schedule" id={schedule.id} />
      </PageHeader>
      <Loaded query={onCall} rows={6} label={t`Loading shifts`}>
        {(data) => (
          <>
            <FigureRow
              entries={[
                { label: t`On call now`, value: <OnCallNow onCall={data} /> },
                { label: t`Next`, value: <OnCallNext onCall={data} /> },
              ]}
            />
            <Section title={t`Next ${SHOWN_DAYS} days`}>
              <ShiftStrip onCall={data} timezone={schedule.timezone} />
            </Section>
          </>
        )}
      </Loaded>
      <Section title={t`Escalation policies`}>
        <Policies ids={schedule.escalation_policy_ids} />
      </Section>
      <Section title={t`Calendar`}>
        <CalendarFeed schedule={schedule} />
      </Section>
      <Section title={t`Settings`}>
        <ChangedByEditors>
          <ScheduleForm
            key={formKey(schedule)}
            stored={schedule}
            action={t`Save changes`}
            save={async (input) => {
              await api.onCallSchedules.update(schedule.id, pickChanged(schedule, input))
              await client.invalidateQueries({ queryKey: ['on_call_schedule'] })
              toast(t`Saved`)
            }}
          />
        </ChangedByEditors>
      </Section>
      {isDeleting && <DeleteSchedule schedule={schedule} onClose={() => setDeleting(false)} />}
    </>
  )
}

/** Leaves out the calendar URL: when it changes, the form must keep what somebody is typing. */
const formKey = ({ name, timezone, members, layers, overrides }: OnCallSchedule): string =>
  JSON.stringify([name, timezone, members, layers, overrides])

function Policies({ ids }: { ids: readonly number[] }) {
  const policies = useQuery(policyListQuery)
  if (ids.length === 0) {
    return (
      <p className="text-soft">
        {t`No escalation policy alerts this schedule yet.`}{' '}
        <Link to="/notifications/escalation" className="link">
          {t`Escalation policies`}
        </Link>
      </p>
    )
  }
  return (
    <Loaded query={policies} rows={1}>
      {({ data }) => (
        <ul className="grid gap-1">
          {data
            .filter(({ id }) => ids.includes(id))
            .map(({ id, name }) => (
              <li key={id}>
                <Link
                  to="/notifications/escalation/$policyId"
                  params={{ policyId: String(id) }}
                  className="link wrap-anywhere"
                >
                  {name}
                </Link>
              </li>
            ))}
        </ul>
      )}
    </Loaded>
  )
}

function DeleteSchedule({ schedule, onClose }: { schedule: OnCallSchedule; onClose: () => void }) {
  const client = useQueryClient()
  const navigate = route.useNavigate()
  return (
    <ConfirmDialog
      title={t`Delete ${schedule.name}?`}
      action={t`Delete on-call schedule`}
      onClose={onClose}
      confirm={async () => {
        await api.onCallSchedules.remove(schedule.id)
        toast(t`On-call schedule deleted`)
        await navigate({ to: '/notifications/on-call' })
        await client.invalidateQueries({ queryKey: ['on_call_schedule'] })
      }}
    >
      <p>{t`Its calendar URL stops working. Remove it from escalation policies first.`}</p>
    </ConfirmDialog>
  )
}
