export { mountOnCallCalendar } from './public-routes.ts'
export { serveOnCall } from './routes.ts'
export { findOnCall } from './shifts.ts'
export { readSchedulesUnscoped } from './worker-store.ts'
