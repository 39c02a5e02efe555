// Owns: the visits of the last minutes, kept for `second-opinion` while a check is in doubt.
// Called by: roles/worker.
// Begins: `refresh.ts`.

export { refreshTraffic, startTrafficRefresh } from './refresh.ts'
