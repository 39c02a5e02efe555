import { describe, expect, it } from 'vitest'
import { SMALL, tortureEvents } from '../../torture/events.ts'

describe('events while processes are killed', () => {
  it('are in ClickHouse exactly once each, if they were acknowledged', async () => {
    const { acknowledged, lost, twice, kills } = await tortureEvents(SMALL)
    expect({ lost, twice }).toEqual({ lost: 0, twice: 0 })
    expect(acknowledged).toBeGreaterThanOrEqual(SMALL.events)
    expect(kills).toBeGreaterThanOrEqual(SMALL.kills)
  })
})
