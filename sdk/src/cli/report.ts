import type { Resource } from './resource.ts'

const website = ['website_id=id']

export const reportResource: Resource = {
  name: 'report',
  summary: 'E-mail reports of a website',
  columns: ['id', 'kind', 'starts_on', 'ends_on', 'recipient', 'status', 'reason'],
  commands: {
    preview: { operation: 'reports.preview', arguments: website },
    send: { operation: 'reports.send', arguments: website },
    list: { operation: 'reports.sends', arguments: website },
  },
}
