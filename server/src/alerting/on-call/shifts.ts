import type { OnCallLayer, OnCallMember } from '@sitewatch/contract'
import { HOUR_MS } from '@sitewatch/contract/durations'
import { intersectSpans, type Span, subtractSpans } from '../../platform/time/spans.ts'
import { listWeeklySpans, minutesOf } from '../../platform/time/weekly-hours.ts'
import { instantOf, wallOf } from '@sitewatch/contract/zone'

/** The fields of a schedule that decide who is on call. */
export interface Schedule {
  timezone: string
  members: readonly OnCallMember[]
  layers: readonly OnCallLayer[]
  /** Times are epoch milliseconds. */
  overrides: readonly { member: string; from: number; to: number }[]
}

/** A span in which one member is on call, or nobody: a gap. */
export interface Shift extends Span {
  member: OnCallMember | null
  layer: string | null
  is_override: boolean
}

const UNIT_MS = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS }

type NamedSpan = Span & { name: string }

/**
 * The turns of a layer within `window`, in local time: a handover at nine is at nine all year. Turn 0 starts at `starts_on` and `handover_at`;
 * before that, nobody is on call. A turn that would start and end while the clocks skip an hour is empty.
 */
function listTurns(layer: OnCallLayer, timezone: string, window: Span): NamedSpan[] {
  const { members, starts_on, handover_at, handover_every, handover_unit } = layer
  const first = Date.parse(`${starts_on}T00:00:00Z`) + minutesOf(handover_at) * 60_000
  const length = handover_every * UNIT_MS[handover_unit]
  const turns: NamedSpan[] = []
  // One earlier: when clocks go back, the local time of an instant may be before that of the last handover.
  let n = Math.max(0, Math.floor((wallOf(window.from, timezone) - first) / length) - 1)
  for (let from = instantOf(first + n * length, timezone); from < window.to; n++) {
    const to = instantOf(first + (n + 1) * length, timezone)
    const name = members[n % members.length]
    if (name !== undefined && from < to && to > window.from) turns.push({ from, to, name })
    from = to
  }
  return turns
}

/** The parts of the gaps that the layer covers, and who is on call in each. */
function coverByLayer(layer: OnCallLayer, timezone: string, gaps: readonly Span[]): NamedSpan[] {
  const [from, to] = [gaps[0]?.from ?? 0, gaps.at(-1)?.to ?? 0]
  const open =
    layer.hours.length === 0 ? gaps : intersectSpans(gaps, listWeeklySpans(layer.hours, timezone, { from, to }))
  const turns = listTurns(layer, timezone, { from, to })
  const found: NamedSpan[] = []
  let [i, j] = [0, 0]
  for (let [span, turn] = [open[i], turns[j]]; span && turn; [span, turn] = [open[i], turns[j]]) {
    const part = { from: Math.max(span.from, turn.from), to: Math.min(span.to, turn.to), name: turn.name }
    if (part.from < part.to) found.push(part)
    if (span.to < turn.to) i++
    else j++
  }
  return found
}

const isContinuation = (a: Shift, b: Shift): boolean =>
  a.to === b.from && a.member === b.member && a.layer === b.layer && a.is_override === b.is_override

/**
 * Who is on call within `window`, without interruption. Pure, so that a test can cover years with daylight-saving changes.
 *
 * | a moment                                   | on call                                      |
 * |--------------------------------------------|----------------------------------------------|
 * | within overrides                           | the member of the last one in the list       |
 * | within the hours and turns of layers       | whose turn it is in the last one in the list |
 * | otherwise                                  | nobody: a gap                                |
 */
export function findShifts({ timezone, members, layers, overrides }: Schedule, window: Span): Shift[] {
  const byName = new Map(members.map((member) => [member.name, member]))
  const shifts: Shift[] = []
  let gaps: Span[] = window.from < window.to ? [window] : []
  const assign = (parts: readonly NamedSpan[], source: { layer: string | null; is_override: boolean }): void => {
    for (const { from, to, name } of parts) shifts.push({ from, to, member: byName.get(name) ?? null, ...source })
    gaps = subtractSpans(
      gaps,
      parts.map(({ from, to }) => ({ from, to })),
    )
  }
  for (const { member, ...span } of overrides.toReversed()) {
    assign(
      intersectSpans(gaps, [span]).map((part) => ({ ...part, name: member })),
      { layer: null, is_override: true },
    )
  }
  for (const layer of layers.toReversed()) {
    if (gaps.length > 0) assign(coverByLayer(layer, timezone, gaps), { layer: layer.name, is_override: false })
  }
  shifts.push(...gaps.map((gap) => ({ ...gap, member: null, layer: null, is_override: false })))
  return joinShifts(shifts.sort((a, b) => a.from - b.from))
}

function joinShifts(shifts: readonly Shift[]): Shift[] {
  const joined: Shift[] = []
  for (const shift of shifts) {
    const last = joined.at(-1)
    if (last && isContinuation(last, shift)) joined[joined.length - 1] = { ...last, to: shift.to }
    else joined.push(shift)
  }
  return joined
}

/** Null if nobody is on call. */
export const findOnCall = (schedule: Schedule, at: number): OnCallMember | null =>
  findShifts(schedule, { from: at, to: at + 1 })[0]?.member ?? null
