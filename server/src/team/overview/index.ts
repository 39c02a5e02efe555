export { withTimeLimit } from './figures.ts'
export { serveOverview } from './routes.ts'
