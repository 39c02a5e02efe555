import { expect, it } from 'vitest'
import { parseSteps, readStep, writeSteps } from './funnel-steps.ts'

it('keeps steps in the format of the API, and drops everything else', () => {
  const steps = ['page:/pricing*', 'event:signup', 'goal:12']
  expect(parseSteps(writeSteps(steps))).toEqual(steps)
  expect(parseSteps('["page:/", 3, "visit:/", "page:"]')).toEqual(['page:/'])
  expect([parseSteps(undefined), parseSteps('{'), parseSteps('{}')]).toEqual([[], [], []])
  expect(writeSteps([])).toBeUndefined()
  expect(readStep('page:/a:b')).toEqual({ kind: 'page', value: '/a:b' })
})
