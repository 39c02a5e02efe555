export { measureIncident } from './measure.ts'
export { insightTasks } from './tasks.ts'
export { LOADED_MS } from './schedule.ts'
export { findOldestWaitingUnscoped } from './store.ts'
