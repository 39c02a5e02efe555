export { mountSingleSignOn } from './public-routes.ts'
export { serveIdentities } from './routes.ts'
