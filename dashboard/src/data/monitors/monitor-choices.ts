import type { Monitor } from '@sitewatch/sdk'
import { api } from '../../platform/api.ts'
import type { Choice, ChoiceSource } from '../../ui/index.ts'

const toChoice = ({ id, friendly_name }: Monitor): Choice => ({ value: String(id), label: friendly_name })

/** The monitors that a monitor can depend on: all except itself. */
export const parentChoices = (id: number | undefined): ChoiceSource => ({
  ...monitorChoices,
  key: [...monitorChoices.key, 'parents', id],
  async find(search, signal) {
    const found = await monitorChoices.find(search, signal)
    const choices = found.choices.filter(({ value }) => value !== String(id))
    return { choices, total: found.total - found.choices.length + choices.length }
  },
})

export const monitorChoices: ChoiceSource = {
  key: ['monitors', 'choices'],
  async find(search, signal) {
    const { data, meta } = await api.monitors.list({ search: search || undefined, pageSize: 50 }, { signal })
    return { choices: data.map(toChoice), total: meta.total }
  },
  async name(values, signal) {
    const named: Choice[] = []
    for (let page = 1, last = 1; page <= last && named.length < values.length; page++) {
      const { data, meta } = await api.monitors.list({ page, pageSize: 100 }, { signal })
      named.push(...data.map(toChoice).filter(({ value }) => values.includes(value)))
      last = meta.last_page
    }
    return named
  },
}
