import type { ApiKey } from '@sitewatch/sdk'

export type Scope = ApiKey['scopes'][number]

/** What each scope lets a key do, in a person's words. */
export const SCOPES: Readonly<Record<Scope, string>> = {
  'websites:read': 'See websites and their settings',
  'websites:write': 'Add, change and delete websites and goals',
  'stats:read': 'Read statistics',
  'events:write': 'Send events from a server',
  'monitors:read': 'See monitors, checks and incidents',
  'monitors:write': 'Add, change and delete monitors; acknowledge incidents',
  'providers:read': 'See who is told, and what was sent',
  'providers:write': 'Add, change, delete and test providers',
}
