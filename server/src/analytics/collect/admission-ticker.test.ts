import { afterEach, expect, it, vi } from 'vitest'
import { createAdmissionTicker } from './admission-ticker.ts'

afterEach(() => vi.useRealTimers())

it('the admission ticker runs while requests come, stops when none do, and reports how late each tick is', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  let now_ms = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now_ms)
  const late: number[] = []
  const ticker = createAdmissionTicker({ tick_ms: 5, idle_ticks: 10, onTick: (late_ms) => void late.push(late_ms) })
  const pass = (ticks: number): void => {
    for (let n = 0; n < ticks; n++) {
      now_ms += 5
      vi.advanceTimersByTime(5)
    }
  }
  pass(6)
  expect(late).toEqual([])
  ticker.wake()
  pass(20)
  expect(late).toEqual(Array.from({ length: 11 }, () => 0))
  ticker.wake()
  now_ms += 60
  pass(20)
  expect(late.slice(11)).toEqual([60, ...Array.from({ length: 10 }, () => 0)])
  ticker.wake()
  ticker.stop()
  pass(6)
  expect(late).toHaveLength(22)
  clock.mockRestore()
})
