import { findCheckType, runBounded } from '../checks/index.ts'
import { invalid } from '../../http/problem.ts'
import type { UserTx } from '../../platform/postgres/index.ts'
import { createPause } from '../../platform/slices.ts'
import type { MonitorSettings } from './settings.ts'

/** For one pattern or path. A usual one takes 0.3 ms of processor the first time, and nothing when it is known. */
const MAX_MS = 25
/** For all of a request. */
const MAX_REQUEST_MS = 1000

/** The processor time that a request has used, by its transaction. */
const spent = new WeakMap<UserTx, number>()

const TOO_MUCH = `The patterns and JSON paths of this request take more than ${MAX_REQUEST_MS / 1000} s of processor time. Use simpler ones, or send fewer monitors in one request.`

/** Refuses patterns and paths of the monitor that are not valid or that take too long to compile. */
export async function checkExpressions(tx: UserTx, { type, of_type }: MonitorSettings): Promise<void> {
  const pause = createPause()
  for (const { field, expected, findError } of findCheckType(type).listExpressions?.(of_type as never) ?? []) {
    const used_ms = spent.get(tx) ?? 0
    if (used_ms >= MAX_REQUEST_MS) throw invalid(field, 'too_complex', TOO_MUCH)
    await pause()
    const error = await runBounded(findError, MAX_MS, (ms) => spent.set(tx, (spent.get(tx) ?? 0) + ms))
    if (error === null) continue
    const reason = error === 'too_slow' ? `It takes more than ${MAX_MS} ms to compile. Use a simpler one.` : error
    throw invalid(field, 'invalid_format', `${field} must be ${expected}: ${reason}`)
  }
}
