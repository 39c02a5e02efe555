import { api } from '../../platform/api.ts'
import { listChoices } from '../../ui/list-choices.ts'

export const scheduleChoices = listChoices(['on_call_schedule', 'choices'], async (signal) => {
  const { data } = await api.onCallSchedules.list({ pageSize: 100 }, { signal })
  return data.map(({ id, name }) => ({ value: String(id), label: name }))
})
