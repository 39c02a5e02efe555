// Owns: maintenance windows, and the calendar that says what is in one now.
// Called by: roles (routes; probers hold the calendar).
// Begins: `routes.ts`, `calendar.ts`.

export { watchMaintenanceUnscoped } from './calendar.ts'
export { serveMaintenance } from './routes.ts'
