export { serveMonitors } from './routes.ts'
export { ALERTS_NOBODY } from './record.ts'
export { insertMonitor, requireMonitor } from './store.ts'
