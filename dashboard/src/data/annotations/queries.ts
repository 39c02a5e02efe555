import type { AnnotationsListQuery } from '@sitewatch/sdk'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../platform/api.ts'

/** The key starts with the live topic, so an annotation that a colleague adds appears at once. */
export const annotationsQuery = (website_id: number, query: AnnotationsListQuery) =>
  queryOptions({
    queryKey: ['annotation', website_id, query],
    queryFn: ({ signal }) => api.annotations.list(website_id, { ...query, per_page: 100 }, { signal }),
    placeholderData: keepPreviousData,
  })
