// Owns: uptime by e-mail and as CSV: when one is due, its figures, its words.
// Called by: roles (routes, jobs, the page to unsubscribe).
// Begins: `tasks.ts` plans and sends, `routes.ts` has the settings and the preview.

export { serveUptimeReports } from './routes.ts'
export { uptimeReportTasks } from './tasks.ts'
export { mountUptimeUnsubscribe } from './unsubscribe.ts'
