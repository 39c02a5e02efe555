// Owns: monitors, intervals and a maintenance hour that the visits of a website suggest.
// Called by: roles (routes).
// Begins: `routes.ts`, `propose.ts`.

export { serveProposals } from './routes.ts'
