import type { OnCallShift } from '@sitewatch/sdk'
import { findBucket } from '../../charts/index.ts'

interface StripBar {
  /** In percent of the strip. */
  from: number
  width: number
  shift: OnCallShift
}

export interface StripLane {
  /** Null for a gap, when nobody is on call. */
  member: string | null
  bars: StripBar[]
}

export interface StripDay {
  at_ms: number
  from: number
  width: number
}

/** One lane per member, in the order of their first shifts. Gaps, if any, are the last lane. */
export function layOutStrip(shifts: readonly OnCallShift[]): StripLane[] {
  const begin = Date.parse(shifts[0]?.starts_at ?? '')
  const length = Date.parse(shifts.at(-1)?.ends_at ?? '') - begin
  const lanes = new Map<string | null, StripBar[]>()
  for (const shift of shifts) {
    const member = shift.member?.name ?? null
    const from = ((Date.parse(shift.starts_at) - begin) / length) * 100
    const to = ((Date.parse(shift.ends_at) - begin) / length) * 100
    const bars = lanes.get(member) ?? []
    bars.push({ from, width: to - from, shift })
    lanes.set(member, bars)
  }
  const all = [...lanes].map(([member, bars]) => ({ member, bars }))
  return [...all.filter(({ member }) => member !== null), ...all.filter(({ member }) => member === null)]
}

/** The local days that the strip covers. The first and the last may be partial. */
export function layOutDays(shifts: readonly OnCallShift[], timezone: string): StripDay[] {
  const begin = Date.parse(shifts[0]?.starts_at ?? '')
  const end = Date.parse(shifts.at(-1)?.ends_at ?? '')
  const days: StripDay[] = []
  for (let at = begin; at < end;) {
    const next = Math.min(end, findBucket(at, 'day', timezone, 1))
    days.push({ at_ms: at, from: ((at - begin) / (end - begin)) * 100, width: ((next - at) / (end - begin)) * 100 })
    at = next
  }
  return days
}
