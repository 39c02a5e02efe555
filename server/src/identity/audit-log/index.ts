// Owns: the list of what changed in a team, its export and its retention; `http/audit.ts` writes the entries.
// Called by: roles (routes, the job).
// Begins: `routes.ts`, `tasks.ts`.

export { serveAuditLog } from './routes.ts'
export { auditLogTasks } from './tasks.ts'
