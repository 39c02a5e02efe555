// Owns: incidents, and the uptime that follows from them.
// Called by: checks and silent-outages open and resolve them; roles (routes, the job that deletes old ones) and many read them.
// Begins: `record-changes.ts` writes, `routes.ts` and `uptime.ts` read.

export {
  insertIncidentsUnscoped,
  insertTrafficIncidentUnscoped,
  insertUnobservedUnscoped,
  recoverIncidentsUnscoped,
  resolveTrafficIncidentUnscoped,
} from './record-changes.ts'
export { NO_HISTORY, readHistories, type UptimeSource } from './uptime-source.ts'
export { serveIncidents } from './routes.ts'
export {
  acknowledgeIncident,
  type IncidentOfMonitor,
  listOpenIncidents,
  listResolvedIncidents,
  readIncident,
  recordUnobserved,
  resolveOpenIncident,
} from './store.ts'
export { incidentTasks } from './tasks.ts'
export { computeUptime, findSpans } from './uptime.ts'
export { findWindow, type TimeWindow, type WindowName } from './window.ts'
