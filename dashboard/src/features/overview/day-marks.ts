/** A span of the day, in parts of its width: 0 is 24 hours ago, 1 is now. */
export interface DayMark {
  start: number
  end: number
}

/** The API's [start, end] pairs within the day; one that still lasts ends now. */
export function placeOutages(
  outages: readonly (readonly [string, string | null])[],
  day: { from: number; to: number },
): DayMark[] {
  const length = day.to - day.from
  const place = (at: number): number => Math.min(1, Math.max(0, (at - day.from) / length))
  return outages.map(([start, end]) => ({
    start: place(Date.parse(start)),
    end: end === null ? 1 : place(Date.parse(end)),
  }))
}
