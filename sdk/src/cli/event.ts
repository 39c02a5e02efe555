import type { Resource } from './resource.ts'

export const eventResource: Resource = {
  name: 'event',
  summary: 'Send events from a server',
  columns: [],
  commands: { send: { operation: 'events.send' } },
}
