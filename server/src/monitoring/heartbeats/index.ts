// Owns: the pings of jobs: their URLs, how they are stored, and whether one is missing.
// Called by: roles (pings, routes, the prober), monitors.
// Begins: `public-routes.ts` for a ping, `routes.ts` for the log.

export { mountPings } from './public-routes.ts'
export { openPingReceiver, type PingReceiver } from './receiver.ts'
export { serveHeartbeats } from './routes.ts'
export {
  armHeartbeat,
  createHeartbeatReader,
  deleteHeartbeat,
  type HeartbeatParts,
  type HeartbeatView,
  insertHeartbeat,
  maySeePingUrl,
  showHeartbeats,
} from './store.ts'
