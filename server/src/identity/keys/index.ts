export { findKeyActorUnscoped, touchKeysUnscoped } from './credentials.ts'
export { serveKeys } from './routes.ts'
export { checkLimits, deleteAnyKey, findAnyKey, insertKey, keysVisibleTo, LIMITED_TO } from './store.ts'
export { isKeyToken } from './token.ts'
