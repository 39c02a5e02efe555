import type { AuditLogListQuery } from '@sitewatch/sdk'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../platform/api.ts'

export const auditLogQuery = (query: AuditLogListQuery) =>
  queryOptions({
    queryKey: ['audit-log', query],
    queryFn: ({ signal }) => api.auditLog.list(query, { signal }),
    placeholderData: keepPreviousData,
  })
