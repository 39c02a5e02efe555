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
