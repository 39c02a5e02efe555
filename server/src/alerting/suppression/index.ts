export { holdSuppressed } from './hold.ts'
export { suppressionTasks } from './tasks.ts'
