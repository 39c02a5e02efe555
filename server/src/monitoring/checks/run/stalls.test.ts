import { afterEach, expect, it, vi } from 'vitest'
import { watchStalls } from './stalls.ts'

afterEach(() => vi.useRealTimers())

it('sums the event loop stalls since a given time and ignores earlier ones', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  let now_ms = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now_ms)
  const stalls = watchStalls()
  now_ms += 20
  const before = now_ms
  // The timer of a check may fire before that of the watch.
  now_ms += 900
  expect(stalls.sumStalledSince(before)).toBe(720)
  vi.advanceTimersByTime(200)
  now_ms += 200
  vi.advanceTimersByTime(200)
  expect(stalls.sumStalledSince(before)).toBe(720)
  expect(stalls.sumStalledSince(now_ms + 1)).toBe(0)
  stalls.stop()
  clock.mockRestore()
})
