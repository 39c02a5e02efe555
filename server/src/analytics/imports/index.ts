export { serveImports } from './routes.ts'
export { importTasks } from './tasks.ts'
