import { paginate, type ProvidersListQuery } from '@sitewatch/sdk'
import { api } from '../../platform/api.ts'
import type { Choice } from '../../ui/index.ts'
import { listChoices } from '../../ui/list-choices.ts'

export const providerChoices = listChoices(['providers', 'choices'], async (signal) => {
  const choices: Choice[] = []
  const list = (query: ProvidersListQuery = {}) => api.providers.list(query, { signal })
  for await (const { id, name } of paginate(list, { pageSize: 100 })) choices.push({ value: String(id), label: name })
  return choices
})
