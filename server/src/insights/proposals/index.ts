export { serveProposals } from './routes.ts'
