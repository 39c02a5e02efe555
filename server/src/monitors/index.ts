export { serveMonitors } from './routes.ts'
export { requireMonitor } from './store.ts'
