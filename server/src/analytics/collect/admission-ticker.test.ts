import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createAdmissionTicker } from './admission-ticker.ts'

it('the admission ticker runs while requests come, stops when none do, and reports how late each tick is', async () => {
  const late: number[] = []
  const ticker = createAdmissionTicker({ tick_ms: 5, idle_ticks: 10, onTick: (late_ms) => void late.push(late_ms) })
  await wait(30)
  expect(late).toEqual([])
  ticker.wake()
  await expect.poll(() => late.length).toBe(11)
  await wait(30)
  expect(late).toHaveLength(11)
  ticker.wake()
  const until = performance.now() + 60
  while (performance.now() < until) continue
  await expect.poll(() => late.length).toBe(22)
  expect(late[11]).toBeGreaterThan(50)
  ticker.wake()
  ticker.stop()
  await wait(30)
  expect(late).toHaveLength(22)
})
