import type { Resource } from './resource.ts'

export const statusPageResource: Resource = {
  name: 'status-page',
  summary: 'Public status pages',
  columns: ['id', 'name', 'visibility', 'url', 'domain', 'created=created_at'],
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
      columns: [
        'id',
        'channel',
        'name',
        'confirmed=confirmed_at',
        'disabled=disabled_at',
        'monitor_ids',
        'website_ids',
      ],
    },
    'remove-subscriber': { operation: 'statusPages.removeSubscriber' },
  },
}
