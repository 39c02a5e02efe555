export { serveTeams } from './routes.ts'
export { teamTasks } from './tasks.ts'
