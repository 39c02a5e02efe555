import type { Resource } from './resource.ts'

export const overviewResource: Resource = {
  name: 'overview',
  summary: 'Everything at one look',
  columns: [],
  commands: { show: { operation: 'overview.show' } },
}
