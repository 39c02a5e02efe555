import type { Scale } from './scale.ts'

/** An event shown on a chart: a deploy or an annotation. */
export interface ChartEvent {
  id: string
  kind: 'deploy' | 'annotation'
  at: string
  text: string
}

export interface EventGroup {
  /** Position of the first event, where the marker is drawn. */
  x: number
  events: readonly [ChartEvent, ...ChartEvent[]]
}

/** Markers that are closer could not be distinguished. */
const GAP_PX = 16

/**
 * One marker for each event. An event less than a marker's width after the first event of a group joins the group. The distance is measured from
 * the first event and not from the last, so that hourly deploys do not become one marker for a whole month.
 */
export function groupEvents(
  events: readonly ChartEvent[],
  { x, left, right }: { x: Scale; left: number; right: number },
): EventGroup[] {
  const groups: { x: number; events: [ChartEvent, ...ChartEvent[]] }[] = []
  const placed = events
    .map((event) => ({ event, px: x(Date.parse(event.at)) }))
    .filter(({ px }) => px >= left && px <= right)
    .toSorted((a, b) => a.px - b.px)
  for (const { event, px } of placed) {
    const last = groups.at(-1)
    if (last && px - last.x < GAP_PX) last.events.push(event)
    else groups.push({ x: px, events: [event] })
  }
  return groups
}

const MAX_TEXTS = 3

/** Texts of the events in the half-open interval, oldest first, each text once. `others` counts those that are left out. */
export function readEvents(
  events: readonly ChartEvent[],
  { from, to }: { from: number; to: number },
): { texts: string[]; others: number } {
  const inside = events.filter(({ at }) => Date.parse(at) >= from && Date.parse(at) < to)
  const texts = [...new Set(inside.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at)).map(({ text }) => text))]
  return { texts: texts.slice(0, MAX_TEXTS), others: Math.max(0, texts.length - MAX_TEXTS) }
}
