import type { Route } from '@sitewatch/contract'

type Fields = Readonly<Record<string, unknown>>

const toId = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

/** The screen of a record, by its `object`. */
const RECORDS: Readonly<Record<string, (id: number, record: Fields) => string>> = {
  website: (id) => `/websites/${id}`,
  monitor: (id) => `/monitors/${id}`,
  incident: (id) => `/incidents/${id}`,
  provider: (id) => `/notifications/${id}`,
  escalation_policy: (id) => `/notifications/escalation/${id}`,
  on_call_schedule: (id) => `/notifications/on-call/${id}`,
  delivery: () => '/notifications/deliveries',
  status_page: (id) => `/status-pages/${id}`,
  goal: (_id, { website_id }) => `/websites/${toId(website_id)}/settings`,
}

/** The screen of the record that a record belongs to, the closest one first. */
const OWNERS: readonly [field: string, path: string][] = [
  ['incident_id', '/incidents/'],
  ['monitor_id', '/monitors/'],
  ['status_page_id', '/status-pages/'],
  ['website_id', '/websites/'],
  ['provider_id', '/notifications/'],
]

/** The screen of what the operation is about, by the beginning of its path. */
const PATHS: readonly [api: string, screen: string][] = [
  ['/api/v1/websites', '/websites'],
  ['/api/v1/goals', '/websites'],
  ['/api/monitors', '/monitors'],
  ['/api/incidents', '/incidents'],
  ['/api/status-pages', '/status-pages'],
  ['/api/status-page-templates', '/status-pages'],
  ['/api/maintenance-windows', '/maintenance'],
  ['/api/uptime-report', '/uptime-reports'],
  ['/api/objectives', '/objectives'],
  ['/api/escalation-policies', '/notifications/escalation'],
  ['/api/on-call-schedules', '/notifications/on-call'],
  ['/api/deliveries', '/notifications/deliveries'],
  ['/api/assignment', '/notifications/assignments'],
  ['/api/providers', '/notifications'],
  ['/api/teams', '/settings/team'],
  ['/api/audit-log', '/settings/audit-log'],
]

/** Screens that show one record below the list. */
const WITH_RECORDS: ReadonlySet<string> = new Set([
  '/websites',
  '/monitors',
  '/incidents',
  '/status-pages',
  '/objectives',
  '/notifications',
  '/notifications/escalation',
  '/notifications/on-call',
])

/** Where the dashboard shows a record; undefined when only its list is shown. */
export function screenOfRecord(record: Fields): string | undefined {
  const id = toId(record['id'])
  const screenOf = RECORDS[String(record['object'])]
  if (screenOf && id !== undefined && record['deleted'] !== true) return screenOf(id, record)
  for (const [field, path] of OWNERS) {
    const owner = toId(record[field])
    if (owner !== undefined) return `${path}${owner}`
  }
  return undefined
}

/** Where the dashboard shows what an operation is about. */
export function screenOfRoute({ path, method }: Route, params: Readonly<Record<string, string>>): string {
  const [api, screen] = PATHS.find(([start]) => path.startsWith(start)) ?? ['', '/']
  const isOfRecord = path.startsWith(`${api}/:id`) && method !== 'DELETE' && WITH_RECORDS.has(screen)
  return isOfRecord && /^\d+$/.test(params['id'] ?? '') && api !== '/api/v1/goals'
    ? `${screen}/${params['id']}`
    : screen
}
