import { createContext, Script } from 'node:vm'

const door: { work: () => unknown } = { work: () => undefined }
const context = createContext(door)
const script = new Script('work()')

/**
 * Runs synchronous work that a user's pattern or path could make endless. A watchdog thread ends it: nothing else can, because the
 * event loop does not turn meanwhile. The context is only the door to the watchdog; no text of a user is evaluated in it.
 */
export function runBounded<Result>(work: () => Result, timeout_ms: number): Result | 'too_slow' {
  door.work = work
  try {
    return script.runInContext(context, { timeout: timeout_ms }) as Result
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return 'too_slow'
    throw error
  }
}
