// Owns: the whole team as one file: what it says, the difference, and applying it.
// Called by: roles/api, which passes it the handlers of all other routes.
// Begins: `routes.ts`, `apply.ts`.

export { serveConfig } from './routes.ts'
