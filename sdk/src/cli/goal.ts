import type { Resource } from './resource.ts'

export const goalResource: Resource = {
  name: 'goal',
  summary: 'Goals: page views and events that matter to you',
  columns: ['id', 'name', 'kind', 'value', 'created=created_at'],
  commands: {
    list: { operation: 'goals.list', arguments: ['website_id=id'] },
    show: { operation: 'goals.show' },
    add: { operation: 'goals.create', arguments: ['website_id=id'] },
    set: { operation: 'goals.update', needsFlag: true },
    remove: { operation: 'goals.remove' },
  },
}
