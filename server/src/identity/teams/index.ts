// Owns: teams, their members, roles and invitations.
// Called by: roles (routes, the job that mails an invitation).
// Begins: `routes.ts`, `tasks.ts`.

export { serveTeams } from './routes.ts'
export { teamTasks } from './tasks.ts'
