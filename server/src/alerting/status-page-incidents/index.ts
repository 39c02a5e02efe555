export { serveStatusPageIncidents } from './routes.ts'
