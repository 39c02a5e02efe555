import type { Website } from '@sitewatch/sdk'
import { api } from '../../platform/api.ts'
import type { Choice, ChoiceSource } from '../../ui/index.ts'

const toChoice = ({ id, domain }: Website): Choice => ({ value: String(id), label: domain })
const ORDER = { sort_by: 'domain', sort: 'asc' } as const

export const websiteChoices: ChoiceSource = {
  key: ['websites', 'choices'],
  async find(search, signal) {
    const query = { ...ORDER, search: search || undefined, per_page: 50 } as const
    const { data, meta } = await api.websites.list(query, { signal })
    return { choices: data.map(toChoice), total: meta.total }
  },
  async name(values, signal) {
    const named: Choice[] = []
    for (let page = 1, last = 1; page <= last && named.length < values.length; page++) {
      const { data, meta } = await api.websites.list({ ...ORDER, page, per_page: 100 }, { signal })
      named.push(...data.map(toChoice).filter(({ value }) => values.includes(value)))
      last = meta.last_page
    }
    return named
  },
}
