// Owns: deploys that a pipeline reports, and which deploy came before an incident.
// Called by: roles (routes), incidents, website-uptime, demo.
// Begins: `routes.ts`.

export { serveDeploys } from './routes.ts'
export { listDeploysOfWebsite, purgeDeploysUnscoped, saveDeploy } from './store.ts'
