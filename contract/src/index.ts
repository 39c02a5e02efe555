import { accountRoutes } from './accounts.ts'
import { administrationRoutes } from './administration.ts'
import { annotationRoutes } from './annotations.ts'
import { assignmentRuleRoutes } from './assignment-rules.ts'
import { assignmentRoutes } from './assignments.ts'
import { auditLogRoutes } from './audit-log.ts'
import { configRoutes } from './config.ts'
import { deliveryRoutes } from './deliveries.ts'
import { deployRoutes } from './deploys.ts'
import { escalationRoutes } from './escalation.ts'
import { eventRoutes } from './events.ts'
import { goalRoutes } from './goals.ts'
import { checkRoutes } from './checks.ts'
import { heartbeatRoutes } from './heartbeats.ts'
import { incidentRoutes } from './incidents.ts'
import { identityRoutes } from './identities.ts'
import { keyRoutes } from './keys.ts'
import { liveRoutes } from './live.ts'
import { maintenanceRoutes } from './maintenance.ts'
import { metricsRoutes } from './metrics.ts'
import { monitorBulkRoutes } from './monitor-bulk.ts'
import { monitorImportRoutes } from './monitor-import.ts'
import { monitorRoutes } from './monitors.ts'
import { objectiveRoutes } from './objectives.ts'
import { onCallRoutes } from './on-call.ts'
import { overviewRoutes } from './overview.ts'
import { passkeyRoutes } from './passkeys.ts'
import { signOutRoutes } from './sign-out.ts'
import { proposalRoutes } from './proposals.ts'
import { providerRoutes } from './providers.ts'
import { reportRoutes } from './reports.ts'
import type { Route } from './route.ts'
import { silentOutageRoutes } from './silent-outages.ts'
import { revenueRoutes } from './stats-revenue.ts'
import { statsRoutes } from './stats.ts'
import { statusPageIncidentRoutes } from './status-page-incidents.ts'
import { statusPageTemplateRoutes } from './status-page-templates.ts'
import { statusPageUpdateRoutes } from './status-page-updates.ts'
import { statusPageRoutes } from './status-pages.ts'
import { teamRoutes } from './teams.ts'
import { uptimeFigureRoutes } from './uptime-figures.ts'
import { statisticsImportRoutes } from './statistics-imports.ts'
import { uptimeReportRoutes } from './uptime-reports.ts'
import { usedTagRoutes } from './used-tags.ts'
import { websiteRoutes } from './websites.ts'

export * from './accounts.ts'
export * from './administration.ts'
export * from './annotations.ts'
export * from './assignment-rules.ts'
export * from './assignments.ts'
export * from './audit-actions.ts'
export * from './audit-log.ts'
export * from './config.ts'
export * from './config-file.ts'
export * from './deliveries.ts'
export * from './deploy-verdicts.ts'
export * from './deploys.ts'
export * from './destination.ts'
export * from './envelope.ts'
export * from './escalation.ts'
export * from './events.ts'
export * from './example.ts'
export * from './checks.ts'
export * from './fields.ts'
export * from './find-provider-definition.ts'
export * from './form-field.ts'
export * from './goals.ts'
export * from './heartbeats.ts'
export * from './identities.ts'
export type { GoalLoss, ImpactCost, RevenueLoss } from './impact-cost.ts'
export * from './incidents.ts'
export * from './keys.ts'
export * from './language.ts'
export * from './live.ts'
export * from './maintenance.ts'
export * from './metrics.ts'
export * from './monitor-bulk.ts'
export * from './monitor-import.ts'
export * from './monitors.ts'
export * from './monitor-type.ts'
export * from './monitor-type-list.ts'
export * from './objective-fields.ts'
export * from './objectives.ts'
export * from './on-call.ts'
export * from './openapi.ts'
export { describeSchema } from './openapi-schema.ts'
export * from './overview.ts'
export * from './passkeys.ts'
export * from './sign-out.ts'
export * from './problems.ts'
export * from './proposals.ts'
export * from './providers.ts'
export * from './quiet-hours.ts'
export * from './reports.ts'
export * from './route.ts'
export * from './scopes.ts'
export * from './settings-field.ts'
export type { ImportedDays } from './imported-days.ts'
export * from './silent-outages.ts'
export * from './revenue.ts'
export * from './stats.ts'
export { COMPARISONS, INTERVALS, PERIODS } from './stats-query.ts'
export * from './stats-revenue.ts'
export * from './stats-filters.ts'
export * from './status-page-incidents.ts'
export * from './status-page-parts.ts'
export * from './status-page-templates.ts'
export * from './status-page-updates.ts'
export * from './status-pages.ts'
export * from './tags.ts'
export * from './team-roles.ts'
export * from './teams.ts'
export * from './uptime-figures.ts'
export * from './statistics-imports.ts'
export * from './uptime-reports.ts'
export * from './used-tags.ts'
export { AlertWebhook, StatusPageWebhook } from './webhooks.ts'
export * from './websites.ts'
export * from './weekly-hours.ts'

/** The API. Validation, openapi.json, the SDK and the tests that walk every route all start here. */
export const ROUTES: readonly Route[] = [
  ...Object.values(accountRoutes),
  ...Object.values(passkeyRoutes),
  ...Object.values(signOutRoutes),
  ...Object.values(identityRoutes),
  ...Object.values(administrationRoutes),
  ...Object.values(keyRoutes),
  ...Object.values(teamRoutes),
  ...Object.values(auditLogRoutes),
  ...Object.values(monitorRoutes),
  ...Object.values(monitorBulkRoutes),
  ...Object.values(monitorImportRoutes),
  ...Object.values(checkRoutes),
  ...Object.values(heartbeatRoutes),
  ...Object.values(incidentRoutes),
  ...Object.values(deployRoutes),
  ...Object.values(providerRoutes),
  ...Object.values(assignmentRoutes),
  ...Object.values(assignmentRuleRoutes),
  ...Object.values(deliveryRoutes),
  ...Object.values(escalationRoutes),
  ...Object.values(onCallRoutes),
  ...Object.values(maintenanceRoutes),
  ...Object.values(statusPageRoutes),
  ...Object.values(statusPageIncidentRoutes),
  ...Object.values(statusPageUpdateRoutes),
  ...Object.values(statusPageTemplateRoutes),
  ...Object.values(websiteRoutes),
  ...Object.values(eventRoutes),
  ...Object.values(silentOutageRoutes),
  ...Object.values(statsRoutes),
  ...Object.values(revenueRoutes),
  ...Object.values(goalRoutes),
  ...Object.values(annotationRoutes),
  ...Object.values(statisticsImportRoutes),
  ...Object.values(reportRoutes),
  ...Object.values(uptimeFigureRoutes),
  ...Object.values(uptimeReportRoutes),
  ...Object.values(objectiveRoutes),
  ...Object.values(usedTagRoutes),
  ...Object.values(proposalRoutes),
  ...Object.values(overviewRoutes),
  ...Object.values(metricsRoutes),
  ...Object.values(configRoutes),
  ...Object.values(liveRoutes),
]
