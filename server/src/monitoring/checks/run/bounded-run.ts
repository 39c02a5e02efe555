import { createContext, Script } from 'node:vm'

const sandbox: { work: () => unknown } = { work: () => undefined }
const context = createContext(sandbox)
const script = new Script('work()')

/** How often work is tried if it is stopped before it used its share of the processor. */
const MAX_TRIES = 5
/** Below this share of the time limit, the processor was busy with other work. */
const MIN_CPU_SHARE = 0.8

/**
 * Runs synchronous, repeatable work that a user's pattern or path could make endless. A watchdog thread ends it. Nothing else can, because
 * the event loop is blocked meanwhile. The context is only needed for the watchdog; no text of a user is evaluated in it.
 * The watchdog measures time, not use of the processor. Work that did not get its share on a busy machine is tried again; otherwise
 * monitors would be refused at random.
 */
export function runBounded<Result>(work: () => Result, timeout_ms: number): Result | 'too_slow' {
  sandbox.work = work
  for (let tries = 1; ; tries++) {
    const before = process.threadCpuUsage()
    try {
      return script.runInContext(context, { timeout: timeout_ms }) as Result
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
      const { user, system } = process.threadCpuUsage(before)
      const used_ms = (user + system) / 1000
      if (tries === MAX_TRIES || used_ms >= timeout_ms * MIN_CPU_SHARE) return 'too_slow'
    }
  }
}
