import type { Resource } from './resource.ts'

export const keyResource: Resource = {
  name: 'key',
  summary: 'API keys',
  columns: ['id', 'name', 'prefix', 'scopes', 'minted_by', 'expires_at', 'last_used_at'],
  commands: {
    list: { operation: 'keys.list', summary: 'List the API keys that have no more scopes than yours' },
    show: { operation: 'keys.show' },
    create: { operation: 'keys.create', note: 'The key is shown once: keep it now.' },
    remove: { operation: 'keys.remove' },
  },
}
