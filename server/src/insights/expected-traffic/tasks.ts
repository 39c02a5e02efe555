import { z } from 'zod'
import { defineTask, type Task } from '../../platform/jobs/index.ts'
import { buildDueModels, type RebuildParts } from './rebuild.ts'

export function trafficModelTasks(parts: RebuildParts): Task[] {
  return [
    defineTask({
      name: 'build_traffic_models',
      payload: z.object({}).loose(),
      cron: '*/5 * * * *',
      async run() {
        const built = await buildDueModels(parts)
        if (built > 0) parts.log.debug({ websites: built }, 'built traffic models')
      },
    }),
  ]
}
