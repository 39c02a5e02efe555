import type { Resource } from './resource.ts'

export const websiteResource: Resource = {
  name: 'website',
  summary: 'Websites and their tracking settings',
  columns: [
    'id',
    'domain',
    'tracking_id',
    'first_event=first_event_at',
    'timezone',
    'favorite',
    'privacy',
    'tags',
    'monitor_ids',
  ],
  commands: {
    list: { operation: 'websites.list' },
    show: { operation: 'websites.show' },
    add: { operation: 'websites.create', arguments: ['domain'] },
    set: { operation: 'websites.update', needsFlag: true },
    remove: { operation: 'websites.remove' },
    verify: { operation: 'websites.verify' },
    drops: { operation: 'websites.drops' },
    'expected-traffic': { operation: 'websites.expectedTraffic' },
    proposals: { operation: 'websites.proposals' },
  },
}
