import { describe, expect, it } from 'vitest'
import { SMALL, tortureEvents } from '../torture/events.ts'

describe('events under kills', () => {
  it('are in ClickHouse once each, all that were acknowledged', { timeout: 120_000 }, async () => {
    const { acknowledged, lost, twice, kills } = await tortureEvents(SMALL)
    expect({ acknowledged, lost, twice }).toEqual({ acknowledged: SMALL.events, lost: 0, twice: 0 })
    expect(kills).toBeGreaterThanOrEqual(SMALL.kills - 1)
  })
})
