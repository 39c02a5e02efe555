export { insightTasks } from './tasks.ts'
