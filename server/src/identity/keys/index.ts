export { findKeyActorUnscoped, touchKeysUnscoped } from './credentials.ts'
export { serveKeys } from './routes.ts'
export { deleteAnyKey, findAnyKey, insertKey, keysVisibleTo } from './store.ts'
export { isKeyToken } from './token.ts'
