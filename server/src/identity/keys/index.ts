export { findKeyActorUnscoped, touchKeysUnscoped } from './credentials.ts'
export { serveKeys } from './routes.ts'
export { insertKey } from './store.ts'
export { CELL, isKeyToken } from './token.ts'
