export { measureIncident } from './measure.ts'
export { insightTasks } from './tasks.ts'
