import { z } from 'zod'

export const SCOPES = [
  'monitors:read',
  'monitors:write',
  'providers:read',
  'providers:write',
  'websites:read',
  'websites:write',
  'stats:read',
  'events:write',
  'team:read',
  'team:write',
  'audit:read',
] as const

export const Scope = z.enum(SCOPES)
export type Scope = z.infer<typeof Scope>
