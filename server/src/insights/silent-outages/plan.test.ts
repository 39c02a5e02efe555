import { describe, expect, it } from 'vitest'
import { isCommonDrop, NORMAL_MS, planWatch, SPIKE_MS, type WatchState } from './plan.ts'

const now_ms = Date.parse('2026-11-17T12:00:00.000Z')
const plan = (changes: Partial<WatchState>): string =>
  planWatch({
    now_ms,
    verdict: 'normal',
    alerts_on: true,
    is_explained: false,
    incident: null,
    spike_ms: null,
    ...changes,
  })
const open = (normal_since_ms: number | null = null) => ({ incident: { normal_since_ms } })

describe('planWatch', () => {
  it.each<[string, Partial<WatchState>]>([
    ['nothing', {}],
    ['open', { verdict: 'drop' }],
    ['nothing', { verdict: 'drop', is_explained: true }],
    ['nothing', { verdict: 'drop', alerts_on: false }],
    ['nothing', { verdict: 'drop', ...open() }],
    ['note_drop', { verdict: 'drop', ...open(now_ms - 1) }],
    ['note_normal', open()],
    ['nothing', open(now_ms - NORMAL_MS + 1)],
    ['resolve', open(now_ms - NORMAL_MS)],
    ['resolve', { verdict: 'spike', ...open(now_ms - NORMAL_MS) }],
    ['nothing', { verdict: 'cannot_tell', ...open(now_ms - NORMAL_MS) }],
    ['pause', { verdict: 'drop', alerts_on: false, ...open() }],
    ['pause', { verdict: 'cannot_tell', alerts_on: false, ...open() }],
    ['note_spike', { verdict: 'spike' }],
    ['note_spike', { verdict: 'spike', spike_ms: now_ms - SPIKE_MS }],
    ['nothing', { verdict: 'spike', spike_ms: now_ms - SPIKE_MS + 1 }],
  ])('plans %s for %j', (action, changes) => expect(plan(changes)).toBe(action))
})

describe('isCommonDrop', () => {
  it('needs several websites, and most of them', () => {
    expect(isCommonDrop(4, 4)).toBe(false)
    expect(isCommonDrop(5, 5)).toBe(true)
    expect(isCommonDrop(7, 10)).toBe(false)
    expect(isCommonDrop(8, 10)).toBe(true)
  })
})
