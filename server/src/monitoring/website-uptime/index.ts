// Owns: what reports, charts and public pages show of the monitors of a website.
// Called by: roles, which pass it to analytics: analytics does not know monitoring.
// Begins: `report.ts`, `timeline.ts`, `outages.ts`.

export { listOutages } from './outages.ts'
export { readUptimeReport } from './report.ts'
export { readUptimeTimeline } from './timeline.ts'
