export { watchAnchors } from './run/anchor-watch.ts'
export { askAnchors, createAnchors } from './run/anchors.ts'
export { describeUnknown } from './judge/cause.ts'
export { noteProberOnline } from './schedule/claim.ts'
export type { MonitorEvent } from './judge/event.ts'
export { createCheckMetrics } from './metrics.ts'
export { pickPingTool, PING_TOOLS } from './run/ping-tool.ts'
export { startProber } from './schedule/prober.ts'
export { LOCAL_LOCATION, LOCAL_LOCATIONS } from './judge/judge-result.ts'
export type { IncidentChange, OnIncidentChange } from './record/record-results.ts'
export { repeatCheckLoad } from './record/repeat-load.ts'
export { serveChecks } from './routes.ts'
export type { Vetter } from './run/check-type.ts'
export { findCheckType } from './run/check-types.ts'
export { bindSecret, type CheckRunner, createSecretOpener } from './run/run-check.ts'
export { findSlotFrom, planSchedule } from './schedule/schedule.ts'
export { createProbeDetector, createProbeHeaders } from './run/signature.ts'
export { createLocalSource } from './schedule/source.ts'
export { watchStalls } from './run/stalls.ts'
export { createState, getShownStatus, getUnobservedSince, type MonitorState } from './judge/state.ts'
export { changeLocations, insertState, listLocations, moveMonitor } from './store.ts'
export {
  deleteLocationUnscoped,
  insertLocationUnscoped,
  isLocationName,
  listLocationsUnscoped,
} from './remote/locations.ts'
export { mountRemoteProbers, type RemoteParts } from './remote/server.ts'
export { createRemoteSource } from './remote/source.ts'
