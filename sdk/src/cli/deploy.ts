import type { Resource } from './resource.ts'

export const deployResource: Resource = {
  name: 'deploy',
  summary: 'Deploys: shown on charts and with the incidents that follow',
  columns: ['id', 'deployed=deployed_at', 'version', 'environment', 'commit', 'verdict=verdict.verdict', 'link'],
  commands: {
    create: { operation: 'deploys.create' },
    list: { operation: 'deploys.list' },
    show: { operation: 'deploys.show' },
    remove: { operation: 'deploys.remove' },
  },
}
