import type { Resource } from './resource.ts'

export const annotationResource: Resource = {
  name: 'annotation',
  summary: 'Annotations: notes on the chart of a website',
  columns: ['id', 'at=happened_at', 'text', 'author', 'link'],
  commands: {
    list: { operation: 'annotations.list', arguments: ['website_id=id'] },
    show: { operation: 'annotations.show' },
    add: { operation: 'annotations.create', arguments: ['website_id=id', 'text'] },
    set: { operation: 'annotations.update', needsFlag: true },
    remove: { operation: 'annotations.remove' },
  },
}
