export { serveConfig } from './routes.ts'
