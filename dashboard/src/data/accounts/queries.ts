import type { UsersListQuery } from '@sitewatch/sdk'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../platform/api.ts'

/** The signed-in user. Fetched once per visit; a 401 from any other call ends the session. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => api.session.show({ signal }),
  staleTime: Infinity,
  retry: false,
})

/** All of them: an account has at most 20. */
export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => api.passkeys.list({ pageSize: 100 }, { signal }),
})

export const invitationsQuery = (page: number | undefined) =>
  queryOptions({
    queryKey: ['invitations', page],
    queryFn: ({ signal }) => api.invitations.list({ page }, { signal }),
    placeholderData: keepPreviousData,
  })

export const sessionsQuery = (page: number | undefined) =>
  queryOptions({
    queryKey: ['sessions', page],
    queryFn: ({ signal }) => api.sessions.list({ page }, { signal }),
    placeholderData: keepPreviousData,
  })

export const usersQuery = (query: UsersListQuery) =>
  queryOptions({
    queryKey: ['users', query],
    queryFn: ({ signal }) => api.users.list(query, { signal }),
    placeholderData: keepPreviousData,
  })

/** The accounts at the identity provider that can sign in to this account. */
export const identitiesQuery = queryOptions({
  queryKey: ['identities'],
  queryFn: ({ signal }) => api.identities.list({ pageSize: 100 }, { signal }),
})
