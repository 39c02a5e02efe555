// Owns: what a deploy changed in the figures of its website.
// Called by: roles (the job).
// Begins: `look.ts`.

export { deployVerdictTasks } from './tasks.ts'
