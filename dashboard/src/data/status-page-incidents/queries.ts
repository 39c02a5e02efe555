import type { StatusPage } from '@sitewatch/sdk'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../platform/api.ts'
import { namedChoicesQuery } from '../../ui/index.ts'
import { incidentQuery } from '../incidents/queries.ts'
import { monitorChoices } from '../monitors/monitor-choices.ts'
import { statusPageQuery } from '../status-pages/queries.ts'
import { websiteChoices } from '../websites/website-choices.ts'

export const pageIncidentsQuery = (page_id: number, page: number | undefined) =>
  queryOptions({
    queryKey: ['status-pages', page_id, 'incidents', 'list', page],
    queryFn: ({ signal }) => api.statusPageIncidents.list(page_id, { page }, { signal }),
    placeholderData: (previous) => previous,
  })

export const pageIncidentQuery = (page_id: number, id: number) =>
  queryOptions({
    queryKey: ['status-pages', page_id, 'incidents', id],
    queryFn: ({ signal }) => api.statusPageIncidents.show(page_id, id, { signal }),
  })

export const templatesQuery = queryOptions({
  queryKey: ['status-page-templates'],
  queryFn: ({ signal }) => api.statusPageTemplates.list({ pageSize: 100 }, { signal }),
})

export const maintenanceWindowsQuery = queryOptions({
  queryKey: ['maintenance', 'choices'],
  queryFn: ({ signal }) => api.maintenance.list({ pageSize: 100 }, { signal }),
})

export interface PageComponent {
  /** Unique on the page. */
  key: string
  monitor_id: number | null
  website_id: number | null
  name: string
}

/** The components whose names are not stored in the page itself. */
const listUnnamed = ({ monitors, websites }: StatusPage) => ({
  monitor_ids: monitors.filter(({ label }) => label === null).map(({ monitor_id }) => String(monitor_id)),
  website_ids: websites.filter(({ label }) => label === null).map(({ website_id }) => String(website_id)),
})

/** Loaded before the first paint, so that the form does not shift when the names of the components arrive. */
export async function loadPageIncident(
  client: QueryClient,
  { page_id, page_incident, incident_id }: { page_id: number; page_incident: string; incident_id: number | undefined },
): Promise<void> {
  const rest =
    page_incident === 'new'
      ? [
          client.prefetchQuery(templatesQuery),
          ...(incident_id === undefined ? [] : [client.prefetchQuery(incidentQuery(incident_id))]),
        ]
      : [client.prefetchQuery(pageIncidentQuery(page_id, Number(page_incident)))]
  await client.prefetchQuery(statusPageQuery(page_id))
  const page = client.getQueryData(statusPageQuery(page_id).queryKey)
  const { monitor_ids, website_ids } = page ? listUnnamed(page) : { monitor_ids: [], website_ids: [] }
  await Promise.all([
    ...rest,
    monitor_ids.length > 0 && client.prefetchQuery(namedChoicesQuery(monitorChoices, monitor_ids)),
    website_ids.length > 0 && client.prefetchQuery(namedChoicesQuery(websiteChoices, website_ids)),
  ])
}

/** The components of the page with their names. Undefined while the names load. If that fails, IDs: an incident can still be published. */
export function usePageComponents(page: StatusPage): readonly PageComponent[] | undefined {
  const { monitors, websites } = page
  const unnamed = listUnnamed(page)
  const namedMonitors = useQuery(namedChoicesQuery(monitorChoices, unnamed.monitor_ids))
  const namedWebsites = useQuery(namedChoicesQuery(websiteChoices, unnamed.website_ids))
  if (unnamed.monitor_ids.length > 0 && !namedMonitors.isFetched) return undefined
  if (unnamed.website_ids.length > 0 && !namedWebsites.isFetched) return undefined
  const monitorNames = new Map(namedMonitors.data?.map(({ value, label }) => [value, label]))
  const websiteNames = new Map(namedWebsites.data?.map(({ value, label }) => [value, label]))
  return [
    ...monitors.map(({ monitor_id, label }) => ({
      key: `m${monitor_id}`,
      monitor_id,
      website_id: null,
      name: label ?? monitorNames.get(String(monitor_id)) ?? String(monitor_id),
    })),
    ...websites.map(({ website_id, label }) => ({
      key: `w${website_id}`,
      monitor_id: null,
      website_id,
      name: label ?? websiteNames.get(String(website_id)) ?? String(website_id),
    })),
  ]
}
