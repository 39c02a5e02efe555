import { describe, expect, it } from 'vitest'
import { joinSpells, joinStatus, joinUnobserved, joinUptime } from './assemble.ts'

describe('a website with several monitors', () => {
  it('is down when one of them is, and up when one is and none is down', () => {
    expect(joinStatus(['up', 'down', 'paused'])).toBe('down')
    expect(joinStatus(['pending', 'paused', 'up'])).toBe('up')
    expect(joinStatus(['paused', 'pending'])).toBe('pending')
    expect(joinStatus(['paused'])).toBe('paused')
    expect(joinStatus([])).toBeNull()
  })

  it('has the lowest uptime of those that were observed', () => {
    expect(joinUptime([100, null, 99.5])).toBe(99.5)
    expect(joinUptime([null])).toBeNull()
    expect(joinUptime([])).toBeNull()
  })
})

describe('joinUnobserved', () => {
  it('is what all of them have in common', () => {
    expect(joinUnobserved([])).toEqual([])
    expect(joinUnobserved([[{ from_ms: 0, to_ms: null }], []])).toEqual([])
    expect(
      joinUnobserved([
        [
          { from_ms: 0, to_ms: 50 },
          { from_ms: 80, to_ms: null },
        ],
        [
          { from_ms: 10, to_ms: 20 },
          { from_ms: 90, to_ms: null },
        ],
      ]),
    ).toEqual([
      { from_ms: 10, to_ms: 20 },
      { from_ms: 90, to_ms: null },
    ])
  })
})

describe('joinSpells', () => {
  it('makes one of those that overlap or touch, oldest first', () => {
    const spells = [
      { from_ms: 50, to_ms: 60 },
      { from_ms: 10, to_ms: 20 },
      { from_ms: 20, to_ms: 30 },
      { from_ms: 12, to_ms: 15 },
    ]
    expect(joinSpells(spells)).toEqual([
      { from_ms: 10, to_ms: 30 },
      { from_ms: 50, to_ms: 60 },
    ])
  })

  it('keeps an open end open, whatever else ended', () => {
    const spells = [
      { from_ms: 10, to_ms: null },
      { from_ms: 20, to_ms: 30 },
    ]
    expect(joinSpells(spells)).toEqual([{ from_ms: 10, to_ms: null }])
  })

  it('leaves what it was given as it was', () => {
    const spell = { from_ms: 10, to_ms: 20 }
    joinSpells([spell, { from_ms: 15, to_ms: 90 }])
    expect(spell).toEqual({ from_ms: 10, to_ms: 20 })
  })
})
