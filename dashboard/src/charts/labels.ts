export interface LabelRequest {
  id: string
  /** Position that the label belongs to. The text is centered on it if there is room. */
  x: number
  /** From long to short; the first one that fits is used. */
  texts: readonly string[]
  /** Labels with a greater weight are placed first. */
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

/** Places labels in one row by weight, each near its position, without overlaps. Labels that do not fit are left out. */
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
