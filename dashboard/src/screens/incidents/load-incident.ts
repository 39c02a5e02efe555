import type { QueryClient } from '@tanstack/react-query'
import { monitorQuery } from '../../data/monitors/queries.ts'
import { IncidentDetails, loadOtherParts } from './incident-parts.tsx'
import { evidenceQuery, incidentDeliveriesQuery, incidentQuery } from '../../data/incidents/queries.ts'

/** Loads everything that the screen of an incident shows, including the scripts of its parts. */
export async function loadIncident(client: QueryClient, id: number): Promise<void> {
  const parts: Promise<unknown>[] = [
    client.prefetchQuery(incidentDeliveriesQuery(id)),
    client.prefetchQuery(evidenceQuery(id)),
    IncidentDetails.preload(),
  ]
  await client.prefetchQuery(incidentQuery(id))
  const incident = client.getQueryData(incidentQuery(id).queryKey)
  if (incident) parts.push(loadOtherParts(incident))
  if (incident && incident.monitor_id !== null) await client.prefetchQuery(monitorQuery(incident.monitor_id))
  await Promise.all(parts)
}
