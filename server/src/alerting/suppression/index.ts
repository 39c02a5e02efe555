// Owns: alerts held back because a monitor that this one depends on is down.
// Called by: roles (`announce.ts`, the job).
// Begins: `hold.ts`, before alerts are made; `release.ts`, a minute later or more.

export { holdSuppressed } from './hold.ts'
export { suppressionTasks } from './tasks.ts'
