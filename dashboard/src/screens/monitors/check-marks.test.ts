import { describe, expect, it } from 'vitest'
import { drawChecks, type RecentCheck } from './check-marks.ts'

const makeCheck = (status: RecentCheck['status']): RecentCheck => ({
  started_at: '2026-01-01T00:00:00.000Z',
  status,
  total_ms: status === 'up' ? 12 : null,
})

const countMarks = (path: string): number => path.split('M').length - 1

describe('drawChecks', () => {
  it('draws the newest check at the right edge, and a dot for each slot without a check', () => {
    const { up, down, unknown, none } = drawChecks([makeCheck('down'), makeCheck('up')])
    expect(down).toMatch(/^M145 0/)
    expect(up).toMatch(/^M140 /)
    expect([countMarks(up), countMarks(down), countMarks(unknown), countMarks(none)]).toEqual([1, 1, 0, 28])
  })

  it('draws each status in a different shape', () => {
    const shapes = (['up', 'down', 'unknown'] as const).map((status) => drawChecks([makeCheck(status)])[status])
    expect(new Set(shapes).size).toBe(3)
  })
})
