import { createContext, Script } from 'node:vm'

const door: { work: () => unknown } = { work: () => undefined }
const context = createContext(door)
const script = new Script('work()')

/** How often work that was stopped early is tried again. */
const MAX_TRIES = 5
/** A watchdog that is late stops a little after its time: below this share, the processor was elsewhere. */
const OWN_SHARE = 0.8

/**
 * Runs synchronous, repeatable work that a user's pattern or path could make endless. A watchdog thread ends it: nothing else can, because the
 * event loop does not turn meanwhile. The context is only the door to the watchdog; no text of a user is evaluated in it.
 * The watchdog knows the time and not the processor: work that did not get its share of a busy machine is tried again, or monitors would be
 * refused at random.
 */
export function runBounded<Result>(work: () => Result, timeout_ms: number): Result | 'too_slow' {
  door.work = work
  for (let tries = 1; ; tries++) {
    const before = process.threadCpuUsage()
    try {
      return script.runInContext(context, { timeout: timeout_ms }) as Result
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
      const { user, system } = process.threadCpuUsage(before)
      const used_ms = (user + system) / 1000
      if (tries === MAX_TRIES || used_ms >= timeout_ms * OWN_SHARE) return 'too_slow'
    }
  }
}
