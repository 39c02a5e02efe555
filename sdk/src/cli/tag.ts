import type { Resource } from './resource.ts'

export const tagResource: Resource = {
  name: 'tag',
  summary: 'Tags of monitors and websites',
  columns: ['name', 'monitor_count', 'website_count'],
  commands: { list: { operation: 'tags.list' } },
}
