import { accountRoutes, administrationRoutes } from './accounts.ts'
import { keyRoutes } from './keys.ts'
import type { Route } from './route.ts'

export * from './accounts.ts'
export * from './fields.ts'
export * from './keys.ts'
export * from './openapi.ts'
export * from './problems.ts'
export * from './route.ts'
export * from './scopes.ts'

/** The API. Validation, openapi.json, the SDK and the tests that walk every route all start here. */
export const ROUTES: readonly Route[] = [
  ...Object.values(accountRoutes),
  ...Object.values(administrationRoutes),
  ...Object.values(keyRoutes),
]
