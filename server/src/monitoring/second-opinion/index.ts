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
