// Owns: API keys: their scopes, their limits to websites and monitors, and who a key is.
// Called by: roles (routes; `http/auth.ts` looks keys up), teams, `sitewatch key`.
// Begins: `routes.ts`; each request with a key, in `credentials.ts`.

export { findKeyActorUnscoped, touchKeysUnscoped } from './credentials.ts'
export { serveKeys } from './routes.ts'
export { checkLimits, deleteAnyKey, findAnyKey, insertKey, keysVisibleTo, LIMITED_TO } from './store.ts'
export { isKeyToken } from './token.ts'
