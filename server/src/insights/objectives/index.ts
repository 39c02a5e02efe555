export { listBadObjectives, type BadObjective, listReportedObjectives } from './reported.ts'
export { serveObjectives } from './routes.ts'
export { objectiveTasks } from './tasks.ts'
