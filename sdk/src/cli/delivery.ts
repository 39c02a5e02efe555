import type { Resource } from './resource.ts'

export const deliveryResource: Resource = {
  name: 'delivery',
  summary: 'Deliveries: what was told to whom, and what failed',
  columns: ['id', 'status', 'kind', 'incident_id', 'monitor_id', 'provider_id', 'attempts', 'sent_at', 'last_error'],
  commands: {
    list: { operation: 'deliveries.list' },
    retry: { operation: 'deliveries.retry' },
  },
}
