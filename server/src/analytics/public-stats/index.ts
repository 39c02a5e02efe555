export { mountPublicPages } from './public-routes.ts'
