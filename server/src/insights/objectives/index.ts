// Owns: objectives of uptime and visits, and how fast each uses up its budget.
// Called by: roles (routes, the job), overview, uptime-reports.
// Begins: `evaluate.ts` every minute, `routes.ts` for the screen.

export { listBadObjectives, type BadObjective, listReportedObjectives } from './reported.ts'
export { serveObjectives } from './routes.ts'
export { objectiveTasks } from './tasks.ts'
