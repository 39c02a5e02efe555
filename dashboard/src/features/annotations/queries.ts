import type { AnnotationsListQuery } from '@sitewatch/sdk'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../api.ts'

/** The first word of the key is the live topic, so what a colleague adds is on screen at once. */
export const annotationsQuery = (website_id: number, query: AnnotationsListQuery) =>
  queryOptions({
    queryKey: ['annotation', website_id, query],
    queryFn: ({ signal }) => api.annotations.list(website_id, { ...query, per_page: 100 }, { signal }),
    placeholderData: keepPreviousData,
  })
