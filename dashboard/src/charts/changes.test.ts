import { expect, it } from 'vitest'
import { describeChange, describePoints } from './changes.ts'

it('describeChange and describePoints show the direction with an arrow, not only with colour', () => {
  expect([
    describeChange(112, 100),
    describeChange(50, 100),
    describeChange(100, 100),
    describeChange(5, 0),
    describeChange(0, 0),
    describeChange(1000, 999),
    describeChange(null, 4),
    describeChange(4, undefined),
  ]).toEqual(['↑ 12 %', '↓ 50 %', 'No change', 'No previous data', 'No change', '↑ 1 %', undefined, undefined])
  expect([describePoints(40, 35.2), describePoints(34, 35), describePoints(35.1, 35), describePoints(null, 1)]).toEqual(
    ['↑ 4.8 points', '↓ 1 point', '↑ 0.1 points', undefined],
  )
})
