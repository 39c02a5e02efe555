import type { Resource } from './resource.ts'

export const deliveryResource: Resource = {
  name: 'delivery',
  summary: 'Alert deliveries and their status',
  columns: ['id', 'status', 'kind', 'incident_id', 'monitor_id', 'provider_id', 'attempts', 'sent_at', 'last_error'],
  commands: {
    list: { operation: 'deliveries.list' },
    retry: { operation: 'deliveries.retry' },
  },
}
