import type { Resource } from './resource.ts'

export const statusPageResource: Resource = {
  name: 'status-page',
  summary: 'Public status pages',
  columns: ['id', 'name', 'slug', 'domain', 'visibility', 'created_at'],
  commands: {
    list: { operation: 'statusPages.list' },
    show: { operation: 'statusPages.show' },
    add: { operation: 'statusPages.create', arguments: ['name'] },
    set: { operation: 'statusPages.update', needsFlag: true },
    remove: { operation: 'statusPages.remove' },
    'set-logo': { operation: 'statusPages.setLogo', arguments: ['id', 'data'] },
    'remove-logo': { operation: 'statusPages.removeLogo' },
    subscribers: {
      operation: 'statusPages.subscribers',
      columns: ['id', 'channel', 'name', 'monitor_ids', 'website_ids', 'confirmed_at', 'disabled_at'],
    },
    'remove-subscriber': { operation: 'statusPages.removeSubscriber' },
  },
}
