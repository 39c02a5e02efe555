export { serveReports } from './routes.ts'
export { reportTasks } from './tasks.ts'
export { mountUnsubscribe } from './unsubscribe-page.ts'
