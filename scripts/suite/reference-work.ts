/** About what `doReferenceWork` takes while nothing else uses the machine. */
const QUIET_REFERENCE_MS = 13

function countRows(): number {
  const text = JSON.stringify(Array.from({ length: 4000 }, (_, n) => ({ [`k${n % 500}`]: n, s: `v${n}` })))
  const rows = new Map((JSON.parse(text) as { s: string }[]).map((row) => [row.s, row]))
  return rows.size
}

/** The milliseconds of processor time of a fixed piece of work, which says how much neighbours slow this machine down now. */
export function doReferenceWork(): number {
  const before = process.threadCpuUsage()
  for (let n = 0; n < 4; n++) countRows()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** How many times as long as on a quiet machine work took, by the median of a run; never less than once. */
export function slowdownOf(reference_ms: readonly number[]): number {
  const sorted = reference_ms.toSorted((one, other) => one - other)
  return Math.max(1, (sorted[Math.floor(sorted.length / 2)] ?? QUIET_REFERENCE_MS) / QUIET_REFERENCE_MS)
}
