export { registrationTasks } from './tasks.ts'
