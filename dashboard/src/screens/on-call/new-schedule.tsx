import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api } from '../../platform/api.ts'
import { PageHeader, toast } from '../../ui/index.ts'
import { ChangedByEditors } from '../../parts/teams/for-editors.tsx'
import { ScheduleForm } from './schedule-parts.tsx'

const route = getRouteApi('/app/notifications/on-call/$scheduleId')

export function NewSchedule() {
  const navigate = route.useNavigate()
  const client = useQueryClient()
  return (
    <>
      <PageHeader title={t`New on-call schedule`} />
      <ChangedByEditors>
        <ScheduleForm
          action={t`Create on-call schedule`}
          save={async (input) => {
            const { id } = await api.onCallSchedules.create(input)
            await client.invalidateQueries({ queryKey: ['on_call_schedule'] })
            toast(t`On-call schedule created`)
            await navigate({ to: '/notifications/on-call/$scheduleId', params: { scheduleId: String(id) } })
          }}
        />
      </ChangedByEditors>
    </>
  )
}
