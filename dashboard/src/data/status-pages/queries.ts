import type { StatusPagesSubscribersQuery } from '@sitewatch/sdk'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../platform/api.ts'
import { foundChoicesQuery, namedChoicesQuery } from '../../ui/choices.ts'
import { monitorChoices } from '../monitors/monitor-choices.ts'
import { websiteChoices } from '../websites/website-choices.ts'

export const statusPageQuery = (id: number) =>
  queryOptions({
    queryKey: ['status-pages', id],
    queryFn: ({ signal }) => api.statusPages.show(id, { signal }),
  })

/** Loads the monitors and websites that the form offers. */
export const loadChoices = (client: QueryClient) =>
  Promise.all([monitorChoices, websiteChoices].map((source) => client.prefetchQuery(foundChoicesQuery(source))))

/** Loads a page, the names of its components, and the choices of the form. */
export async function loadStatusPage(client: QueryClient, id: number): Promise<void> {
  const choices = loadChoices(client)
  await client.prefetchQuery(statusPageQuery(id))
  const page = client.getQueryData(statusPageQuery(id).queryKey)
  const shown = [
    [monitorChoices, page?.monitors.map(({ monitor_id }) => String(monitor_id)) ?? []],
    [websiteChoices, page?.website_ids.map(String) ?? []],
  ] as const
  await Promise.all(
    shown
      .filter(([, ids]) => ids.length > 0)
      .map(([source, ids]) => client.prefetchQuery(namedChoicesQuery(source, ids))),
  )
  await choices
}

export const statusPagesQuery = queryOptions({
  queryKey: ['status-pages', 'list'],
  queryFn: ({ signal }) => api.statusPages.list({ pageSize: 100 }, { signal }),
})

export const subscribersQuery = (page_id: number, query: StatusPagesSubscribersQuery) =>
  queryOptions({
    queryKey: ['status-pages', page_id, 'subscribers', query],
    queryFn: ({ signal }) => api.statusPages.subscribers(page_id, query, { signal }),
    placeholderData: keepPreviousData,
  })
