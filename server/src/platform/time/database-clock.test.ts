import { expect, it } from 'vitest'
import { DatabaseClock } from './database-clock.ts'

it('the database clock continues by the monotonic clock and distinguishes a step from a slow response', () => {
  const clock = new DatabaseClock()
  expect(() => clock.at(0)).toThrow()
  expect(clock.sync(1_000_000, 10, 20)).toBe(0)
  expect(clock.at(115)).toBe(1_000_100)
  expect(clock.sync(1_000_985, 1000, 1000)).toBe(0)
  expect(clock.sync(1_002_000, 1000, 5000)).toBe(0)
  expect(clock.sync(1_002_000 + 3_600_000, 4000, 4000)).toBeGreaterThan(3_500_000)
  expect(clock.sync(1_002_000, 4010, 4010)).toBeLessThan(-3_500_000)
  expect(clock.at(4110)).toBe(1_002_100)
})
