// Owns: whether a failed check in doubt counts, by the visits of now.
// Called by: checks ask it while judging; traffic-now stores the visits.
// Begins: `decide()` of `weigh.ts`.

export { type DoubtfulCheck, readTrafficUnscoped, saveDecisionsUnscoped } from './store.ts'
export {
  decide,
  describeDecision,
  describeHeld,
  type NewSecondOpinion,
  type Opinion,
  type TrafficNow,
  type TrafficWindow,
  weighTraffic,
  WINDOW_SECONDS,
} from './weigh.ts'
