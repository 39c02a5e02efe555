// Owns: how many visits a website would have had, and whether they stopped.
// Called by: roles (the job), impact, objectives, silent-outages, traffic-now, demo.
// Begins: `rebuild.ts` makes the model, `expect.ts` asks it.

export { HISTORY_DAYS, MODEL_VERSION, buildModel, type TrafficModel } from './model.ts'
export { type Expectation, expectVisits } from './expect.ts'
export { judgeTraffic, JUDGED_MINUTES, type MinuteOfVisits, type TrafficJudgement } from './judge-drop.ts'
export type { HourOfVisits } from './cells.ts'
export type { Span } from './span.ts'
export { countVisits } from './history.ts'
export { rebuildModel } from './rebuild.ts'
export { findTrafficModel } from './store.ts'
export { trafficModelTasks } from './tasks.ts'
