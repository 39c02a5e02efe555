import type { Route } from './core/route.ts'
import { accountRoutes } from './identity/accounts.ts'
import { administrationRoutes } from './identity/administration.ts'
import { auditLogRoutes } from './identity/audit-log.ts'
import { keyRoutes } from './identity/keys.ts'
import { passkeyRoutes } from './identity/passkeys.ts'
import { signOutRoutes } from './identity/sign-out.ts'
import { identityRoutes } from './identity/sso.ts'
import { teamRoutes } from './identity/teams.ts'
import { annotationRoutes } from './analytics/annotations.ts'
import { eventRoutes } from './analytics/collect.ts'
import { goalRoutes } from './analytics/goals.ts'
import { statisticsImportRoutes } from './analytics/imports.ts'
import { reportRoutes } from './analytics/reports.ts'
import { revenueRoutes } from './analytics/stats-revenue.ts'
import { statsRoutes } from './analytics/stats.ts'
import { websiteRoutes } from './analytics/websites.ts'
import { checkRoutes } from './monitoring/checks.ts'
import { deployRoutes } from './monitoring/deploys.ts'
import { heartbeatRoutes } from './monitoring/heartbeats.ts'
import { incidentRoutes } from './monitoring/incidents.ts'
import { maintenanceRoutes } from './monitoring/maintenance.ts'
import { monitorBulkRoutes } from './monitoring/monitor-bulk.ts'
import { monitorImportRoutes } from './monitoring/monitor-imports.ts'
import { monitorRoutes } from './monitoring/monitors.ts'
import { assignmentRuleRoutes } from './alerting/assignment-rules.ts'
import { assignmentRoutes } from './alerting/assignments.ts'
import { deliveryRoutes } from './alerting/deliveries.ts'
import { escalationRoutes } from './alerting/escalation.ts'
import { onCallRoutes } from './alerting/on-call.ts'
import { providerRoutes } from './alerting/providers.ts'
import { statusPageIncidentRoutes } from './alerting/status-page-incidents.ts'
import { statusPageTemplateRoutes } from './alerting/status-page-templates.ts'
import { statusPageUpdateRoutes } from './alerting/status-page-updates.ts'
import { statusPageRoutes } from './alerting/status-pages.ts'
import { objectiveRoutes } from './insights/objectives.ts'
import { proposalRoutes } from './insights/proposals.ts'
import { silentOutageRoutes } from './insights/silent-outages.ts'
import { configRoutes } from './team/config-as-code.ts'
import { overviewRoutes } from './team/overview.ts'
import { metricsRoutes } from './team/prometheus.ts'
import { usedTagRoutes } from './team/tags.ts'
import { uptimeFigureRoutes } from './team/uptime-figures.ts'
import { uptimeReportRoutes } from './team/uptime-reports.ts'
import { liveRoutes } from './live.ts'

export * from './core/audit-actions.ts'
export * from './core/destination.ts'
export * from './core/envelope.ts'
export * from './core/fields.ts'
export * from './core/form-field.ts'
export * from './core/language.ts'
export * from './core/problems.ts'
export * from './core/route.ts'
export * from './core/scopes.ts'
export * from './core/settings-field.ts'
export * from './core/team-roles.ts'
export * from './openapi/openapi.ts'
export { describeSchema } from './openapi/schema.ts'
export * from './openapi/tags.ts'
export * from './examples/example.ts'
export * from './identity/accounts.ts'
export * from './identity/administration.ts'
export * from './identity/audit-log.ts'
export * from './identity/keys.ts'
export * from './identity/passkeys.ts'
export * from './identity/sign-out.ts'
export * from './identity/sso.ts'
export * from './identity/teams.ts'
export * from './analytics/annotations.ts'
export * from './analytics/collect.ts'
export * from './analytics/goals.ts'
export type { ImportedDays } from './analytics/imported-days.ts'
export * from './analytics/imports.ts'
export * from './analytics/reports.ts'
export * from './analytics/revenue.ts'
export * from './analytics/stats-filters.ts'
export { COMPARISONS, INTERVALS, PERIODS } from './analytics/stats-query.ts'
export * from './analytics/stats-revenue.ts'
export * from './analytics/stats.ts'
export { describeWebsiteFields, WEBSITE_COLUMNS, WEBSITE_SETTINGS } from './analytics/website-settings.ts'
export * from './analytics/websites.ts'
export * from './monitoring/checks.ts'
export * from './monitoring/deploy-verdicts.ts'
export * from './monitoring/deploys.ts'
export * from './monitoring/heartbeats.ts'
export type { GoalLoss, ImpactCost, RevenueLoss } from './monitoring/impact-cost.ts'
export * from './monitoring/incidents.ts'
export * from './monitoring/maintenance.ts'
export * from './monitoring/monitor-bulk.ts'
export * from './monitoring/monitor-imports.ts'
export * from './monitoring/monitor-settings.ts'
export * from './monitoring/monitor-type-list.ts'
export * from './monitoring/monitor-type.ts'
export * from './monitoring/monitors.ts'
export * from './alerting/assignment-rules.ts'
export * from './alerting/assignments.ts'
export * from './alerting/deliveries.ts'
export * from './alerting/escalation.ts'
export * from './alerting/find-provider-definition.ts'
export * from './alerting/on-call.ts'
export * from './alerting/providers.ts'
export * from './alerting/quiet-hours.ts'
export * from './alerting/status-page-incidents.ts'
export * from './alerting/status-page-parts.ts'
export * from './alerting/status-page-templates.ts'
export * from './alerting/status-page-updates.ts'
export * from './alerting/status-pages.ts'
export { AlertWebhook, StatusPageWebhook } from './alerting/webhooks.ts'
export * from './alerting/weekly-hours.ts'
export * from './insights/objective-fields.ts'
export * from './insights/objectives.ts'
export * from './insights/proposals.ts'
export * from './insights/silent-outages.ts'
export * from './team/config-as-code.ts'
export * from './team/config-file.ts'
export * from './team/overview.ts'
export * from './team/prometheus.ts'
export * from './team/tags.ts'
export * from './team/uptime-figures.ts'
export * from './team/uptime-reports.ts'
export * from './live.ts'

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
