export { serveMonitorImports } from './routes.ts'
