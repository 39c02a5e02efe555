export { serveAuditLog } from './routes.ts'
export { auditLogTasks } from './tasks.ts'
