import { expect, it } from 'vitest'
import { SMALL, tortureEscalations } from '../../torture/escalations.ts'

it('every due step of an escalation is sent once while workers are killed, and none after an acknowledgement', async () => {
  const figures = await tortureEscalations(SMALL)
  expect(figures).toMatchObject({
    incidents: SMALL.incidents,
    missed: 0,
    not_delivered: 0,
    after_acknowledgement: 0,
    repeats_unmarked: 0,
  })
  expect(figures.kills).toBeGreaterThanOrEqual(SMALL.min_kills)
})
