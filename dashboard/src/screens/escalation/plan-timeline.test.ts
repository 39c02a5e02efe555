import { expect, it } from 'vitest'
import { planTimeline } from './plan-timeline.ts'

const step = (after_minutes: number, repeats = 0, repeat_minutes = 5) => ({ after_minutes, repeats, repeat_minutes })
const moments = (...steps: ReturnType<typeof step>[]) =>
  planTimeline({ steps }).map(({ number, repeat, at_minutes }) => [number, repeat, at_minutes])

it('starts the wait of a step at the last message of the previous step', () => {
  expect(moments(step(5, 1, 10), step(15))).toEqual([
    [1, 0, 5],
    [1, 1, 15],
    [2, 0, 30],
  ])
})

it('sends the first step at once if it has no wait, and waits at least a minute before each later step', () => {
  expect(moments(step(0), step(0))).toEqual([
    [1, 0, 0],
    [2, 0, 1],
  ])
})

it('uses the nearest allowed value while a field holds no number or too large a number', () => {
  expect(moments(step(Number('soon'), Number('x')), step(20_000))).toEqual([
    [1, 0, 0],
    [2, 0, 1440],
  ])
})
