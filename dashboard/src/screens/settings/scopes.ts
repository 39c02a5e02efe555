import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ApiKey } from '@sitewatch/sdk'

export type Scope = ApiKey['scopes'][number]

/** What each scope allows an API key to do. */
export const SCOPES: Readonly<Record<Scope, MessageDescriptor>> = {
  'websites:read': msg`Read websites and their settings`,
  'websites:write': msg`Create, edit and delete websites and goals`,
  'stats:read': msg`Read statistics`,
  'events:write': msg`Send events from a server`,
  'monitors:read': msg`Read monitors, checks and incidents`,
  'monitors:write': msg`Create, edit and delete monitors; acknowledge incidents`,
  'providers:read': msg`Read providers and the delivery log`,
  'providers:write': msg`Create, edit, delete and test providers`,
  'team:read': msg`Read teams and their members`,
  'team:write': msg`Manage members, invitations and team settings`,
  'audit:read': msg`Read the audit log`,
}
