import { z } from 'zod'
import { defineTask, type Task } from '../../platform/jobs/index.ts'
import { measureDueIncidents, type MeasureParts } from './measure.ts'

export function insightTasks(parts: MeasureParts): Task[] {
  return [
    defineTask({
      name: 'measure_impact',
      payload: z.object({}).loose(),
      cron: '* * * * *',
      async run() {
        await measureDueIncidents(parts)
      },
    }),
  ]
}
