import type { Kind } from '../kind.ts'
import { assignmentRules } from './assignment-rules.ts'
import { escalationPolicies } from './escalation.ts'
import { maintenanceWindows } from './maintenance.ts'
import { monitors } from './monitors.ts'
import { onCallSchedules } from './on-call.ts'
import { providers } from './providers.ts'
import { statusPages } from './status-pages.ts'
import { uptimeReports } from './uptime-reports.ts'
import { goals, websites } from './websites.ts'

/** Ordered so that each kind refers only to kinds before it. */
export const KINDS: readonly Kind[] = [
  websites,
  goals,
  providers,
  onCallSchedules,
  escalationPolicies,
  monitors,
  assignmentRules,
  statusPages,
  maintenanceWindows,
  uptimeReports,
]
