export const INCIDENT_STATUSES = ['open', 'acknowledged', 'resolved'] as const
export type IncidentStatus = (typeof INCIDENT_STATUSES)[number]

export interface IncidentSearch {
  status?: IncidentStatus | undefined
  /** Part of the name or URL of the monitor, or of the domain of the website. */
  search?: string | undefined
  tag?: string | undefined
  page?: number | undefined
}
