export { serveStats } from './routes.ts'
