import type { ApiKey } from '@sitewatch/sdk'

export type Scope = ApiKey['scopes'][number]

/** What each scope lets a key do, in a person's words. */
export const SCOPES: Readonly<Record<Scope, string>> = {
  'websites:read': 'Read websites and their settings',
  'websites:write': 'Create, edit and delete websites and goals',
  'stats:read': 'Read statistics',
  'events:write': 'Send events from a server',
  'monitors:read': 'Read monitors, checks and incidents',
  'monitors:write': 'Create, edit and delete monitors; acknowledge incidents',
  'providers:read': 'Read providers and the delivery log',
  'providers:write': 'Create, edit, delete and test providers',
}
