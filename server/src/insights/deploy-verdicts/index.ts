export { deployVerdictTasks } from './tasks.ts'
