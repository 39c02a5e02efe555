import type { Resource } from './resource.ts'

export const statusPageResource: Resource = {
  name: 'status-page',
  summary: 'Public status pages',
  columns: ['id', 'name', 'slug', 'domain', 'is_public', 'created_at'],
  commands: {
    list: { operation: 'statusPages.list' },
    show: { operation: 'statusPages.show' },
    add: { operation: 'statusPages.create', arguments: ['name'] },
    set: { operation: 'statusPages.update', needsFlag: true },
    remove: { operation: 'statusPages.remove' },
  },
}
