import { expect, it } from 'vitest'
import { watchStalls } from './stalls.ts'

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

function blockEventLoop(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

it('sums the event loop stalls since a given time and ignores earlier ones', async () => {
  const stalls = watchStalls()
  await sleep(20)
  const before = performance.now()
  blockEventLoop(900)
  const seen = stalls.sumStalledSince(before)
  expect(seen).toBeGreaterThan(500)
  await sleep(250)
  expect(stalls.sumStalledSince(before)).toBeGreaterThanOrEqual(seen)
  expect(stalls.sumStalledSince(performance.now() + 1)).toBe(0)
  stalls.stop()
})
