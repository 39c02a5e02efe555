// Owns: how many visitors an incident affected, and what that cost.
// Called by: roles (the job), silent-outages, demo.
// Begins: `measure.ts`.

export { measureIncident } from './measure.ts'
export { insightTasks } from './tasks.ts'
export { LOADED_MS } from './schedule.ts'
export { findOldestWaitingUnscoped } from './store.ts'
