/** [from, to) in epoch milliseconds. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** Sorted, without empty, overlapping or touching spans. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = []
  for (const span of spans.filter(({ from, to }) => from < to).sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1)
    if (last && span.from <= last.to) merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, span.to) }
    else merged.push(span)
  }
  return merged
}

/** The parts inside of `window`, in the given order. */
export const clipSpans = (spans: readonly Span[], window: Span): Span[] =>
  spans
    .map(({ from, to }) => ({ from: Math.max(from, window.from), to: Math.min(to, window.to) }))
    .filter(({ from, to }) => from < to)

/** Both must be merged: they are walked side by side, since a monitor that flaps for months has tens of thousands of each. */
export function intersectSpans(a: readonly Span[], b: readonly Span[]): Span[] {
  const out: Span[] = []
  let [i, j] = [0, 0]
  for (;;) {
    const [left, right] = [a[i], b[j]]
    if (!left || !right) return out
    const from = Math.max(left.from, right.from)
    const to = Math.min(left.to, right.to)
    if (from < to) out.push({ from, to })
    if (left.to < right.to) i++
    else j++
  }
}

const invertSpans = (spans: readonly Span[]): Span[] => {
  const edges = [-Infinity, ...spans.flatMap(({ from, to }) => [from, to]), Infinity]
  return mergeSpans(
    Array.from({ length: edges.length / 2 }, (_, n) => ({
      from: edges[2 * n] ?? Infinity,
      to: edges[2 * n + 1] ?? Infinity,
    })),
  )
}

/** The parts of `a` that are not in `b`; both must be merged. */
export const subtractSpans = (a: readonly Span[], b: readonly Span[]): Span[] => intersectSpans(a, invertSpans(b))

export const sumSpans = (spans: readonly Span[]): number => spans.reduce((sum, { from, to }) => sum + (to - from), 0)
