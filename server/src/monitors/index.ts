export { serveMonitors } from './routes.ts'
export { insertMonitor, requireMonitor } from './store.ts'
