// Owns: monitors and their settings, dependencies and bulk changes.
// Called by: roles (routes), monitor-imports, assignment-rules, notifications, overview, prometheus, demo.
// Begins: `routes.ts`.

export { type BulkChange, createMonitors } from './bulk.ts'
export { serveMonitors } from './routes.ts'
export { ALERTS_NOBODY, IS_SLOW } from './record.ts'
export { insertMonitor, type MonitorParts, prepareMonitor, requireMonitor } from './store.ts'
