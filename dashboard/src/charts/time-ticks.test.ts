import { describe, expect, it } from 'vitest'
import { listTimeTicks } from './time-ticks.ts'

const at = (text: string): number => Date.parse(text)
const month = {
  from: at('2026-06-30T22:00Z'),
  to: at('2026-07-30T22:00Z'),
  zone: 'Europe/Berlin',
  interval: 'day',
} as const

describe('listTimeTicks', () => {
  it('returns as many ticks as fit', () => {
    expect(listTimeTicks({ ...month, width: 2000 })).toHaveLength(30)
    expect(listTimeTicks({ ...month, width: 1300 })).toHaveLength(15)
    expect(listTimeTicks({ ...month, width: 320 }).map(({ label }) => label)).toEqual([
      '6 Jul',
      '13 Jul',
      '20 Jul',
      '27 Jul',
    ])
    for (let width = 200; width < 2000; width += 50) {
      expect(listTimeTicks({ ...month, width }).length).toBeLessThanOrEqual(width / 64 + 1)
    }
  })

  it('returns no finer ticks than the buckets', () => {
    const ticks = listTimeTicks({ ...month, to: month.from + 3 * 86_400_000, width: 1600 })
    expect(ticks.map(({ label }) => label)).toEqual(['1 Jul', '2 Jul', '3 Jul'])
  })

  it('counts hours by the clock of the zone through the end of summer time', () => {
    const from = at('2026-10-24T22:00Z')
    const ticks = listTimeTicks({
      from,
      to: from + 49 * 3_600_000,
      zone: 'Europe/Berlin',
      interval: 'hour',
      width: 640,
    })
    expect(ticks.map(({ label }) => label)).toEqual([
      '25 Oct',
      '06:00',
      '12:00',
      '18:00',
      '26 Oct',
      '06:00',
      '12:00',
      '18:00',
    ])
    expect(ticks.map(({ isMajor }) => isMajor).filter(Boolean)).toHaveLength(2)
  })

  it('labels January with the year among months', () => {
    const ticks = listTimeTicks({
      from: at('2025-08-01T00:00Z'),
      to: at('2026-08-01T00:00Z'),
      zone: 'UTC',
      interval: 'month',
      width: 900,
    })
    expect(ticks.map(({ label }) => label)).toContain('2026')
    expect(ticks).toHaveLength(12)
  })

  it('labels the hour that occurs twice at the end of summer time once', () => {
    const ticks = listTimeTicks({
      from: at('2026-10-24T22:00Z'),
      to: at('2026-10-25T06:00Z'),
      zone: 'Europe/Berlin',
      interval: 'hour',
      width: 1600,
    })
    expect(new Set(ticks.map(({ label }) => label)).size).toBe(ticks.length)
  })

  it('returns no ticks without room or for an empty range', () => {
    expect(listTimeTicks({ ...month, width: 0 })).toEqual([])
    expect(listTimeTicks({ ...month, to: month.from, width: 100 })).toEqual([])
  })
})
