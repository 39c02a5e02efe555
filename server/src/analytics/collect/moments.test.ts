import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createMoments } from './moments.ts'

it('moments run while somebody is at work, stop when nobody is, and say how late they are', async () => {
  const late: number[] = []
  const moments = createMoments({ length_ms: 5, idle: 10, onEnd: (late_ms) => void late.push(late_ms) })
  await wait(30)
  expect(late).toEqual([])
  moments.wake()
  await expect.poll(() => late.length).toBe(11)
  await wait(30)
  expect(late).toHaveLength(11)
  moments.wake()
  const until = performance.now() + 60
  while (performance.now() < until) continue
  await expect.poll(() => late.length).toBe(22)
  expect(late[11]).toBeGreaterThan(50)
  moments.wake()
  moments.stop()
  await wait(30)
  expect(late).toHaveLength(22)
})
