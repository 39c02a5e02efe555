/** A span of the day, in parts of its width: 0 is 24 hours ago, 1 is now. */
export interface DayMark {
  start: number
  end: number
}

/** Converts [start, end] pairs of the API to spans of the day. An ongoing one ends now. */
export function placeSpans(
  spans: readonly (readonly [string, string | null])[],
  day: { from: number; to: number },
): DayMark[] {
  const length = day.to - day.from
  const place = (at: number): number => Math.min(1, Math.max(0, (at - day.from) / length))
  return spans.map(([start, end]) => ({
    start: place(Date.parse(start)),
    end: end === null ? 1 : place(Date.parse(end)),
  }))
}

/** The spans between the gaps, which must be sorted, oldest first, and must not overlap. */
export function findObservedSpans(gaps: readonly DayMark[]): DayMark[] {
  const starts = [0, ...gaps.map(({ end }) => end)]
  const ends = [...gaps.map(({ start }) => start), 1]
  return starts.map((start, index) => ({ start, end: ends[index] ?? 1 })).filter(({ start, end }) => end > start)
}

/** The last check was up, but no checks have run since, so the status is no longer known. */
export const isUnchecked = (
  status: string | null,
  unobserved: readonly (readonly [string, string | null])[],
): boolean => status === 'up' && unobserved.at(-1)?.[1] === null
