import type { Resource } from './resource.ts'

const website = ['website_id=id']

export const reportResource: Resource = {
  name: 'report',
  summary: 'E-mail reports of a website',
  columns: ['id', 'status', 'recipient', 'from=starts_on', 'to=ends_on', 'reason', 'kind'],
  commands: {
    preview: { operation: 'reports.preview', arguments: website, omits: ['html'] },
    send: { operation: 'reports.send', arguments: website },
    list: { operation: 'reports.sends', arguments: website },
  },
}
