export { watchAnchors } from './anchor-watch.ts'
export { askAnchors, createAnchors } from './anchors.ts'
export { describeUnknown } from './cause.ts'
export { noteProberOnline } from './claim.ts'
export type { MonitorEvent } from './event.ts'
export { createCheckMetrics } from './metrics.ts'
export { pingLoopback } from './probe/ping.ts'
export { startProber } from './prober.ts'
export { LOCAL_LOCATION, LOCAL_LOCATIONS } from './record.ts'
export type { IncidentChange } from './record-store.ts'
export { serveChecks } from './routes.ts'
export { bindHeaders, type CheckRunner, createHeaderOpener } from './run-check.ts'
export { findSlotFrom, planSchedule } from './schedule.ts'
export { createProbeDetector, createProbeHeaders } from './signature.ts'
export { createLocalSource } from './source.ts'
export { watchStalls } from './stalls.ts'
export { createState, getShownStatus, getUnobservedSince, type MonitorState } from './state.ts'
export { changeLocations, insertState, listLocations, moveMonitor } from './store.ts'
export {
  deleteLocationUnscoped,
  insertLocationUnscoped,
  isLocationName,
  listLocationsUnscoped,
} from './remote/locations.ts'
export { mountRemoteProbers, type RemoteParts } from './remote/server.ts'
export { createRemoteSource } from './remote/source.ts'
