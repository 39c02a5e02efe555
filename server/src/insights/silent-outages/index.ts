export { serveSilentOutages } from './routes.ts'
export { silentOutageTasks } from './tasks.ts'
