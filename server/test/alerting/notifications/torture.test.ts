import { expect, it } from 'vitest'
import { sized } from '../../support/size.ts'
import { SMALL, SMALLEST, tortureAlerts } from '../../torture/alerts.ts'
import { SMALL_STOPPED, tortureStopped } from '../../torture/stopped-alerts.ts'
import { openClonedWorld } from './cloned-world.ts'

const KILLED = sized(SMALLEST, SMALL)

it('every outage is alerted while workers and Postgres are killed, and every repeat is marked', async () => {
  const figures = await tortureAlerts(KILLED)
  expect(figures).toMatchObject({ outages: KILLED.outages, missed: 0, repeats_unmarked: 0 })
  expect(figures.kills).toBeGreaterThanOrEqual(KILLED.min_kills)
})

it('workers that are stopped while they send, and continue, change nothing that others recorded', async () => {
  const figures = await tortureStopped(SMALL_STOPPED, openClonedWorld)
  expect(figures).toMatchObject({ stopped: 4, delivered_before: 8, messages: 16, missed: 0, repeats_unmarked: 0 })
  expect(figures).toMatchObject({ overwritten: 0, copies_beyond_two: 0, pending_at_end: 0 })
})
