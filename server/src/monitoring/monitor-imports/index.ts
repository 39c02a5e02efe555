// Owns: monitors from Uptime Kuma and UptimeRobot: what an export has, and what of it can be kept.
// Called by: roles (routes).
// Begins: `routes.ts`; an export is read by a process of its own, `reader-process.ts`.

export { serveMonitorImports } from './routes.ts'
