export { serveAssignmentRules } from './routes.ts'
