import { accountRoutes } from './accounts.ts'
import { administrationRoutes } from './administration.ts'
import { assignmentRoutes } from './assignments.ts'
import { auditLogRoutes } from './audit-log.ts'
import { deliveryRoutes } from './deliveries.ts'
import { eventRoutes } from './events.ts'
import { goalRoutes } from './goals.ts'
import { checkRoutes } from './checks.ts'
import { heartbeatRoutes } from './heartbeats.ts'
import { incidentRoutes } from './incidents.ts'
import { identityRoutes } from './identities.ts'
import { keyRoutes } from './keys.ts'
import { liveRoutes } from './live.ts'
import { maintenanceRoutes } from './maintenance.ts'
import { monitorBulkRoutes } from './monitor-bulk.ts'
import { monitorRoutes } from './monitors.ts'
import { overviewRoutes } from './overview.ts'
import { passkeyRoutes } from './passkeys.ts'
import { providerRoutes } from './providers.ts'
import { reportRoutes } from './reports.ts'
import type { Route } from './route.ts'
import { statsRoutes } from './stats.ts'
import { statusPageRoutes } from './status-pages.ts'
import { teamRoutes } from './teams.ts'
import { usedTagRoutes } from './used-tags.ts'
import { websiteRoutes } from './websites.ts'

export * from './accounts.ts'
export * from './administration.ts'
export * from './assignments.ts'
export * from './audit-actions.ts'
export * from './audit-log.ts'
export * from './deliveries.ts'
export * from './envelope.ts'
export * from './events.ts'
export * from './example.ts'
export * from './checks.ts'
export * from './fields.ts'
export * from './form-field.ts'
export * from './goals.ts'
export * from './heartbeats.ts'
export * from './identities.ts'
export * from './incidents.ts'
export * from './keys.ts'
export * from './language.ts'
export * from './live.ts'
export * from './maintenance.ts'
export * from './monitor-bulk.ts'
export * from './monitors.ts'
export * from './monitor-type.ts'
export * from './monitor-type-list.ts'
export * from './openapi.ts'
export * from './overview.ts'
export * from './passkeys.ts'
export * from './problems.ts'
export * from './providers.ts'
export * from './reports.ts'
export * from './route.ts'
export * from './scopes.ts'
export * from './settings-field.ts'
export * from './stats.ts'
export * from './stats-filters.ts'
export * from './status-pages.ts'
export * from './tags.ts'
export * from './team-roles.ts'
export * from './teams.ts'
export * from './used-tags.ts'
export * from './websites.ts'

/** The API. Validation, openapi.json, the SDK and the tests that walk every route all start here. */
export const ROUTES: readonly Route[] = [
  ...Object.values(accountRoutes),
  ...Object.values(passkeyRoutes),
  ...Object.values(identityRoutes),
  ...Object.values(administrationRoutes),
  ...Object.values(keyRoutes),
  ...Object.values(teamRoutes),
  ...Object.values(auditLogRoutes),
  ...Object.values(monitorRoutes),
  ...Object.values(monitorBulkRoutes),
  ...Object.values(checkRoutes),
  ...Object.values(heartbeatRoutes),
  ...Object.values(incidentRoutes),
  ...Object.values(providerRoutes),
  ...Object.values(assignmentRoutes),
  ...Object.values(deliveryRoutes),
  ...Object.values(maintenanceRoutes),
  ...Object.values(statusPageRoutes),
  ...Object.values(websiteRoutes),
  ...Object.values(eventRoutes),
  ...Object.values(statsRoutes),
  ...Object.values(goalRoutes),
  ...Object.values(reportRoutes),
  ...Object.values(usedTagRoutes),
  ...Object.values(overviewRoutes),
  ...Object.values(liveRoutes),
]
