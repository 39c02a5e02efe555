import type { Resource } from './resource.ts'

export const deliveryResource: Resource = {
  name: 'delivery',
  summary: 'Alert deliveries and their status',
  columns: [
    'id',
    'status',
    'kind',
    'monitor=monitor_name',
    'sent=sent_at',
    'error=last_error',
    'attempts',
    'incident_id',
    'provider_id',
    'website=website_domain',
  ],
  commands: {
    list: { operation: 'deliveries.list' },
    retry: { operation: 'deliveries.retry' },
  },
}
