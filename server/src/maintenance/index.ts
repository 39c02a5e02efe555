export { type MaintenanceCalendar, watchMaintenanceUnscoped } from './calendar.ts'
export { serveMaintenance } from './routes.ts'
