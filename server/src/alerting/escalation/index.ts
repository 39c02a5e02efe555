export { serveEscalation } from './routes.ts'
export { startEscalations } from './start.ts'
export { escalationTasks } from './tasks.ts'
