import { z } from 'zod'
import { defineTask, type Task } from '../../platform/jobs/index.ts'
import { evaluateObjectives, type EvaluateParts } from './evaluate.ts'

export function objectiveTasks(parts: EvaluateParts): Task[] {
  return [
    defineTask({
      name: 'evaluate_objectives',
      payload: z.object({}).loose(),
      cron: '* * * * *',
      async run() {
        await evaluateObjectives(parts)
      },
    }),
  ]
}
