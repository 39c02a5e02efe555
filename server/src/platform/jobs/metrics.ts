import { Histogram, type Metrics } from '../metrics.ts'
import type { Task } from './index.ts'

const NAMES = { runs: 'sitewatch_job_seconds', waits: 'sitewatch_job_wait_seconds' } as const

/**
 * Wraps the tasks: counts and times each run, and how long its job waited. A failed run is retried and counted again.
 */
export function observeTasks(tasks: readonly Task[], { registry }: Pick<Metrics, 'registry'>): Task[] {
  // A role that is restarted in the same process starts from zero.
  for (const name of Object.values(NAMES)) registry.removeSingleMetric(name)
  const waits = new Histogram({
    name: NAMES.waits,
    help: 'Time between a job being due and a worker starting it, by task',
    labelNames: ['task'],
    buckets: [0.1, 0.5, 1, 2, 5, 15, 60, 600],
    registers: [registry],
  })
  const runs = new Histogram({
    name: NAMES.runs,
    help: 'Job duration, by task and outcome',
    labelNames: ['task', 'outcome'],
    buckets: [0.01, 0.05, 0.25, 1, 5, 30, 120, 600],
    registers: [registry],
  })
  return tasks.map((task) => ({
    ...task,
    async run(payload, due_at, confirmHeld) {
      if (due_at) waits.labels(task.name).observe(Math.max(0, (Date.now() - due_at.getTime()) / 1000))
      const stop = runs.startTimer({ task: task.name })
      try {
        await task.run(payload, due_at, confirmHeld)
        stop({ outcome: 'done' })
      } catch (error) {
        stop({ outcome: 'failed' })
        throw error
      }
    },
  }))
}
