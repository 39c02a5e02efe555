// Owns: when a domain name expires, as its registry says.
// Called by: roles (the job).
// Begins: `tasks.ts`.

export { registrationTasks } from './tasks.ts'
