// Owns: escalation policies, and their steps while nobody acknowledges an incident.
// Called by: roles (`announce.ts` starts them; routes, the job).
// Begins: `start.ts`, in the transaction that opens the incident; later steps, in `tasks.ts`.

export { serveEscalation } from './routes.ts'
export { startEscalations } from './start.ts'
export { escalationTasks } from './tasks.ts'
