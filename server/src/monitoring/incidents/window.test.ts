import { describe, expect, it } from 'vitest'
import { findWindow } from './window.ts'
import type { WindowName } from './window.ts'

describe('findWindow', () => {
  const cases: [WindowName, string, string][] = [
    ['24h', '2026-03-29T02:30:00.123Z', '2026-03-28T02:30:00.123Z'],
    ['30d', '2026-03-01T00:00:00.000Z', '2026-01-30T00:00:00.000Z'],
    ['6mo', '2026-08-15T12:34:56.789Z', '2026-02-15T12:34:56.789Z'],
    ['6mo', '2026-08-31T23:59:59.999Z', '2026-02-28T23:59:59.999Z'],
    ['6mo', '2024-08-31T23:59:59.999Z', '2024-02-29T23:59:59.999Z'],
    ['6mo', '2026-03-31T00:00:00.000Z', '2025-09-30T00:00:00.000Z'],
    ['6mo', '2026-01-31T10:00:00.000Z', '2025-07-31T10:00:00.000Z'],
    ['1y', '2026-11-15T02:00:00.000Z', '2025-11-15T02:00:00.000Z'],
    ['1y', '2024-02-29T06:00:00.000Z', '2023-02-28T06:00:00.000Z'],
    ['1y', '2025-02-28T06:00:00.000Z', '2024-02-28T06:00:00.000Z'],
    ['1y', '2026-01-01T00:00:00.000Z', '2025-01-01T00:00:00.000Z'],
  ]
  it.each(cases)('%s ending at %s starts at %s', (name, end, start) => {
    expect(findWindow(name, Date.parse(end))).toEqual({ start: Date.parse(start), end: Date.parse(end) })
  })
})
