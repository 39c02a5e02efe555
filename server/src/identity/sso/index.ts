// Owns: signing in with OpenID Connect, and the identities that an account is linked with.
// Called by: roles (pages and routes).
// Begins: `public-routes.ts`, where the browser leaves for the provider and comes back.

export { mountSingleSignOn } from './public-routes.ts'
export { serveIdentities } from './routes.ts'
