import type { Resource } from './resource.ts'

const pair = ['id=provider_id', 'monitor_id=id']

export const providerResource: Resource = {
  name: 'provider',
  summary: 'Notification providers: where alerts are sent',
  columns: [
    'id',
    'type=provider_type',
    'name',
    'last=last_delivery.outcome',
    'last_at=last_delivery.at',
    'default=is_default',
    'created=created_at',
  ],
  commands: {
    list: { operation: 'providers.list' },
    show: { operation: 'providers.show' },
    add: { operation: 'providers.create', arguments: ['provider_type'] },
    set: { operation: 'providers.update', needsFlag: true },
    remove: { operation: 'providers.remove' },
    test: { operation: 'providers.test' },
    try: { operation: 'providers.try', arguments: ['provider_type'] },
    'push-key': { operation: 'providers.pushKey' },
    assign: { operation: 'monitors.assign', arguments: pair },
    unassign: { operation: 'monitors.unassign', arguments: pair, summary: 'Unassign a provider from a monitor' },
  },
}
