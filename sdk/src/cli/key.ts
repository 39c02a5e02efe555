import type { Resource } from './resource.ts'

export const keyResource: Resource = {
  name: 'key',
  summary: 'API keys',
  columns: ['id', 'name', 'prefix', 'last_used=last_used_at', 'expires=expires_at', 'scopes', 'minted_by'],
  commands: {
    list: { operation: 'keys.list', summary: 'List API keys with a subset of your scopes' },
    show: { operation: 'keys.show' },
    create: { operation: 'keys.create', note: 'Save the key now: it is not shown again.' },
    rotate: { operation: 'keys.rotate', note: 'Save the key now: it is not shown again.' },
    remove: { operation: 'keys.remove' },
  },
}
