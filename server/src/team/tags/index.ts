// Owns: the tags that a team uses, and how many monitors and websites have each.
// Called by: roles (routes).
// Begins: `routes.ts`.

export { serveTags } from './routes.ts'
