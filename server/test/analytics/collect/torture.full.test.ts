import { describe, expect, it } from 'vitest'
import { isHeld, SMALL, tortureEvents } from '../../torture/events.ts'

describe('events while processes are killed', () => {
  it('are in ClickHouse exactly once each, if they were acknowledged', async () => {
    const figures = await tortureEvents(SMALL)
    expect(figures).toMatchObject({ lost: 0, twice: 0 })
    expect(isHeld(figures, SMALL), JSON.stringify(figures)).toBe(true)
  })
})
