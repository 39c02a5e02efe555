// Owns: on-call schedules, their shifts and calendars.
// Called by: roles (routes, calendars), escalation, which asks who is on call.
// Begins: `routes.ts`, `shifts.ts`.

export { mountOnCallCalendar } from './public-routes.ts'
export { serveOnCall } from './routes.ts'
export { findOnCall } from './shifts.ts'
export { readSchedulesUnscoped } from './worker-store.ts'
