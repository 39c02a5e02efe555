// Owns: the first screen: every website with its figures and its worst monitor.
// Called by: roles (routes); prometheus shares its time limit.
// Begins: `routes.ts`, `assemble.ts`.

export { withTimeLimit } from './figures.ts'
export { serveOverview } from './routes.ts'
