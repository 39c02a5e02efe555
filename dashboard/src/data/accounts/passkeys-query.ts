import { queryOptions } from '@tanstack/react-query'
import { api } from '../../platform/api.ts'

/** All of them: an account has at most 20. */
export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => api.passkeys.list({ pageSize: 100 }, { signal }),
})
