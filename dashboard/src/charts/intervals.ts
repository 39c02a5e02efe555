export interface Span {
  from: number
  to: number
}

/** In order of precedence. `up` applies where no other state does. */
const UPTIME_STATES = ['down', 'degraded', 'paused', 'unknown', 'up'] as const
export type UptimeState = (typeof UPTIME_STATES)[number]

export interface UptimeSegment extends Span {
  state: UptimeState
}

/** Merges spans that overlap, touch, or are at most `gap` apart. Oldest first. */
export function mergeSpans(spans: readonly Span[], gap = 0): Span[] {
  const merged: Span[] = []
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1)
    if (last && from - last.to <= gap) last.to = Math.max(last.to, to)
    else merged.push({ from, to })
  }
  return merged
}

/** The part inside the range, which may be empty; undefined if the span is outside. */
export function clipSpan<T extends Span>(span: T, range: Span): T | undefined {
  const from = Math.max(span.from, range.from)
  const to = Math.min(span.to, range.to)
  return to < from ? undefined : { ...span, from, to }
}

export interface UptimeSources {
  range: Span
  down?: readonly Span[]
  degraded?: readonly Span[]
  paused?: readonly Span[]
  unknown?: readonly Span[]
  /** When the first monitor was created. Everything before is unknown. */
  since?: number
  /** Everything after is unknown. */
  now?: number
}

function listCuts(range: Span, spans: readonly Span[]): number[] {
  const cuts = new Set([range.from, range.to])
  for (const span of spans) {
    for (const at of [span.from, span.to]) if (at > range.from && at < range.to) cuts.add(at)
  }
  return [...cuts].toSorted((a, b) => a - b)
}

/** Covers the range without gaps or overlaps. Where several states apply, the first one in UPTIME_STATES is used. */
export function buildUptime(sources: UptimeSources): UptimeSegment[] {
  const { range, since = range.from, now = range.to } = sources
  const unseen = [
    { from: range.from, to: since },
    { from: now, to: range.to },
  ].filter(({ from, to }) => to > from)
  const layers = {
    down: mergeSpans(sources.down ?? []),
    degraded: mergeSpans(sources.degraded ?? []),
    paused: mergeSpans(sources.paused ?? []),
    unknown: mergeSpans([...(sources.unknown ?? []), ...unseen]),
  }
  const cuts = listCuts(range, Object.values(layers).flat())
  const contains = (spans: readonly Span[], at: number): boolean => spans.some(({ from, to }) => from <= at && at < to)
  const segments: UptimeSegment[] = []
  for (const [index, from] of cuts.entries()) {
    const to = cuts[index + 1]
    if (to === undefined) break
    const state = UPTIME_STATES.find((name) => name === 'up' || contains(layers[name], from)) ?? 'up'
    const last = segments.at(-1)
    if (last?.state === state) last.to = to
    else segments.push({ from, to, state })
  }
  return segments
}

const COUNTS_AS: Record<UptimeState, 'served' | 'lost' | 'unseen'> = {
  up: 'served',
  degraded: 'served',
  down: 'lost',
  paused: 'unseen',
  unknown: 'unseen',
}

/** Uptime in percent of the observed time; null if nothing was observed. */
export function readUptime(segments: readonly UptimeSegment[], range: Span): number | null {
  const total = { served: 0, lost: 0, unseen: 0 }
  for (const segment of segments) {
    const part = clipSpan(segment, range)
    if (part) total[COUNTS_AS[part.state]] += part.to - part.from
  }
  const observed = total.served + total.lost
  return observed === 0 ? null : (100 * total.served) / observed
}

/** Count and duration of each state, for screen readers and tooltips. */
export function sumStates(
  segments: readonly UptimeSegment[],
): Record<UptimeState, { count: number; total_ms: number }> {
  const sums = Object.fromEntries(UPTIME_STATES.map((state) => [state, { count: 0, total_ms: 0 }])) as ReturnType<
    typeof sumStates
  >
  for (const { state, from, to } of segments) {
    sums[state].count += 1
    sums[state].total_ms += to - from
  }
  return sums
}
