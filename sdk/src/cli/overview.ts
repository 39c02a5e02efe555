import type { Resource } from './resource.ts'

export const overviewResource: Resource = {
  name: 'overview',
  summary: 'Overview of all websites and monitors',
  columns: [],
  commands: { show: { operation: 'overview.show' } },
}
