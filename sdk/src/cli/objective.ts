import type { Resource } from './resource.ts'

export const objectiveResource: Resource = {
  name: 'objective',
  summary: 'Targets with an error budget, and the uptime that visitors experienced',
  columns: [
    'id',
    'name',
    'status',
    'target',
    'current=current_percent',
    'budget_left=budget_left_percent',
    'days=window_days',
    'measure',
  ],
  commands: {
    list: { operation: 'objectives.list' },
    show: { operation: 'objectives.show' },
    add: { operation: 'objectives.create', arguments: ['name'] },
    set: { operation: 'objectives.update', needsFlag: true },
    remove: { operation: 'objectives.remove' },
    history: { operation: 'objectives.history' },
    'monitor-uptime': { operation: 'monitors.experiencedUptime' },
    'website-uptime': { operation: 'websites.experiencedUptime' },
  },
}
