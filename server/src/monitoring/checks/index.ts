// Owns: a check from being due to its record: claim, run, judge, save; remote probers included.
// Called by: roles/prober, roles/remote-probers, roles/api; monitors and heartbeats change its state; alerting reads what changed.
// Begins: `schedule/prober.ts`, by a clock of its own.

export { runBounded } from './run/bounded-run.ts'
export { describeUnknown } from './run/cause.ts'
export type { MonitorEvent } from './judge/event.ts'
export type { HeartbeatFacts } from './run/heartbeat-judge.ts'
export { planPings } from './run/heartbeat-schedule.ts'
export { LOCAL_LOCATION } from './judge/judge-result.ts'
export type { IncidentChange, OnIncidentChange } from './record/record-results.ts'
export { repeatCheckLoad } from './record/repeat-load.ts'
export { serveChecks } from './routes.ts'
export type { Vetter } from './run/check-type.ts'
export { findCheckType } from './types/check-types.ts'
export { bindSecret } from './schedule/run-check.ts'
export { findSlotFrom, planSchedule } from './judge/schedule.ts'
export { createState, getShownStatus, getUnobservedSince, type MonitorState } from './judge/state.ts'
export { changeLocations, insertState, listLocations, moveMonitor } from './store.ts'
export { checkTasks } from './tasks.ts'
