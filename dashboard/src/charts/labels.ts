export interface LabelRequest {
  id: string
  /** What it is about; the text is set above it where there is room. */
  x: number
  /** The longest that fits is taken. */
  texts: readonly string[]
  /** Who gives way: the lower. */
  weight: number
}

export interface PlacedLabel {
  id: string
  text: string
  /** Left edge. */
  x: number
  width: number
}

const GAP = 8

/** One row of labels: the weightiest first, each near its place, none over another, none outside; the rest have none. */
export function placeLabels(
  requests: readonly LabelRequest[],
  { from, to, charWidth }: { from: number; to: number; charWidth: number },
): PlacedLabel[] {
  const placed: PlacedLabel[] = []
  const isFree = (x: number, width: number): boolean =>
    placed.every((other) => x + width + GAP <= other.x || other.x + other.width + GAP <= x)
  for (const { id, x, texts } of requests.toSorted((a, b) => b.weight - a.weight)) {
    for (const text of texts) {
      const width = text.length * charWidth
      const left = Math.min(Math.max(x - width / 2, from), to - width)
      if (left < from || !isFree(left, width)) continue
      placed.push({ id, text, x: left, width })
      break
    }
  }
  return placed.toSorted((a, b) => a.x - b.x)
}
