import { expect, it } from 'vitest'
import { findWindowBefore } from './before-incident.ts'

it('goes back the minutes that it was given from the first failed check, over midnight and the change of clocks', () => {
  expect(findWindowBefore('2026-03-29T00:30:00.000Z', 60)).toEqual({
    after: new Date('2026-03-28T23:30:00.000Z'),
    until: new Date('2026-03-29T00:30:00.000Z'),
  })
})
