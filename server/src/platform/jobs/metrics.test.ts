import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createMetrics } from '../metrics.ts'
import { defineTask } from './index.ts'
import { observeTasks } from './metrics.ts'

const payload = z.object({}).loose()

describe('observeTasks', () => {
  it('counts each run by task and outcome, and rethrows a failure', async () => {
    const metrics = createMetrics()
    const fail = (): Promise<void> => Promise.reject(new Error('no'))
    const [good, bad] = observeTasks(
      [
        defineTask({ name: 'canary', payload, run: () => Promise.resolve() }),
        defineTask({ name: 'remind', payload, run: fail }),
      ],
      metrics,
    )
    await good?.run({} as never, new Date(Date.now() - 3000))
    await expect(bad?.run({} as never)).rejects.toThrow('no')
    const text = await metrics.registry.metrics()
    expect(text).toContain('sitewatch_job_seconds_count{task="canary",outcome="done"} 1')
    expect(text).toContain('sitewatch_job_seconds_count{task="remind",outcome="failed"} 1')
    expect(text).toContain('sitewatch_job_wait_seconds_bucket{le="2",task="canary"} 0')
    expect(text).toContain('sitewatch_job_wait_seconds_bucket{le="5",task="canary"} 1')
    expect(text).not.toContain('sitewatch_job_wait_seconds_count{task="remind"}')
  })

  it('can be called twice in one process', () => {
    const metrics = createMetrics()
    expect(observeTasks([], metrics)).toEqual(observeTasks([], metrics))
  })
})
