import { isTransient, type Postgres } from '../../../platform/postgres/index.ts'
import type { JudgedResult } from '../judge/judge-result.ts'
import { recordResults, type RecordParts, skipResult } from './record-results.ts'

export type OnPoison = (error: unknown, result: Pick<JudgedResult, 'monitor_id'>) => void

interface BatchParts {
  postgres: Postgres
  record: RecordParts
  onPoison: OnPoison
}

/** Records the results, except for those that cannot be recorded, which must not block the others. Returns how many counted. */
export async function recordBatch(
  parts: BatchParts,
  prober_id: number,
  judged: readonly JudgedResult[],
): Promise<number> {
  const [first] = judged
  if (!first) return 0
  try {
    return await recordResults(parts.record, prober_id, judged)
  } catch (error) {
    if (isTransient(error)) throw error
    if (judged.length === 1) {
      parts.onPoison(error, first)
      await skipResult(parts.postgres, prober_id, judged)
      return 0
    }
    const half = judged.length >> 1
    const counted = await recordBatch(parts, prober_id, judged.slice(0, half))
    return counted + (await recordBatch(parts, prober_id, judged.slice(half)))
  }
}
