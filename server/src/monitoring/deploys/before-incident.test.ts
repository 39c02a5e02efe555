import { expect, it } from 'vitest'
import { findWindowBefore } from './before-incident.ts'

it('findWindowBefore goes back the given minutes from the first failed check, over midnight and a daylight-saving change', () => {
  expect(findWindowBefore('2026-03-29T00:30:00.000Z', 60)).toEqual({
    after: new Date('2026-03-28T23:30:00.000Z'),
    until: new Date('2026-03-29T00:30:00.000Z'),
  })
})
