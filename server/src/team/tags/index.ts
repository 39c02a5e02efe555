export { serveTags } from './routes.ts'
