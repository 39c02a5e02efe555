import { Histogram, type Metrics } from '../metrics.ts'
import type { Task } from './index.ts'

/** The same tasks, each run of them counted and timed. A task that fails is tried again, and counted again. */
export function observeTasks(tasks: readonly Task[], { registry }: Pick<Metrics, 'registry'>): Task[] {
  // A role that is started anew in the same process begins anew.
  registry.removeSingleMetric('sitewatch_job_seconds')
  const runs = new Histogram({
    name: 'sitewatch_job_seconds',
    help: 'Time that a job took, by task and outcome',
    labelNames: ['task', 'outcome'],
    buckets: [0.01, 0.05, 0.25, 1, 5, 30, 120, 600],
    registers: [registry],
  })
  return tasks.map((task) => ({
    ...task,
    async run(payload) {
      const stop = runs.startTimer({ task: task.name })
      try {
        await task.run(payload)
        stop({ outcome: 'done' })
      } catch (error) {
        stop({ outcome: 'failed' })
        throw error
      }
    },
  }))
}
