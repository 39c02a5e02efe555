export { watchMaintenanceUnscoped } from './calendar.ts'
export { serveMaintenance } from './routes.ts'
