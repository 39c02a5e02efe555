// Owns: visits that collapse while all checks succeed, as incidents of a website.
// Called by: roles (routes, jobs).
// Begins: `watch.ts`, every minute.

export { serveSilentOutages } from './routes.ts'
export { silentOutageTasks } from './tasks.ts'
