export { mountPublicPages } from './routes.ts'
