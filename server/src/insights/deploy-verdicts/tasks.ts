import { z } from 'zod'
import { defineTask, type Task } from '../../platform/jobs/index.ts'
import { lookAtDueVerdicts, type LookParts } from './look.ts'

export function deployVerdictTasks(parts: LookParts): Task[] {
  return [
    defineTask({
      name: 'compare_deploys',
      payload: z.object({}).loose(),
      cron: '* * * * *',
      async run() {
        await lookAtDueVerdicts(parts)
      },
    }),
  ]
}
