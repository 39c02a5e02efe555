import type { Resource } from './resource.ts'

export const statusPageTemplateResource: Resource = {
  name: 'status-page-template',
  summary: 'Texts to start an incident or maintenance of a status page from',
  columns: ['id', 'name', 'title', 'status', 'impact', 'kind'],
  commands: {
    list: { operation: 'statusPageTemplates.list' },
    show: { operation: 'statusPageTemplates.show' },
    add: { operation: 'statusPageTemplates.create', arguments: ['name'] },
    set: { operation: 'statusPageTemplates.update', needsFlag: true },
    remove: { operation: 'statusPageTemplates.remove' },
  },
}
