// Owns: statistics of other products: uploads, their formats, the run and how it is undone.
// Called by: roles (routes, jobs).
// Begins: `routes.ts` takes the upload, `tasks.ts` runs it.

export { serveImports } from './routes.ts'
export { importTasks } from './tasks.ts'
