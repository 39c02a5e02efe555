export { serveOverview } from './routes.ts'
