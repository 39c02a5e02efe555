import { setImmediate as nextTurn } from 'node:timers/promises'
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
 * The watchdog measures time, not use of the processor. Work that did not get its share on a busy machine is tried again, after
 * everything else that is due; otherwise monitors would be refused at random. `spend` gets the processor time of each try.
 */
export async function runBounded<Result>(
  work: () => Result,
  timeout_ms: number,
  spend: (used_ms: number) => void = () => undefined,
): Promise<Result | 'too_slow'> {
  for (let tries = 1; ; tries++) {
    sandbox.work = work
    const before = process.threadCpuUsage()
    const use = (): number => {
      const { user, system } = process.threadCpuUsage(before)
      return (user + system) / 1000
    }
    try {
      const result = script.runInContext(context, { timeout: timeout_ms }) as Result
      spend(use())
      return result
    } catch (error) {
      const used_ms = use()
      spend(used_ms)
      if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
      if (tries === MAX_TRIES || used_ms >= timeout_ms * MIN_CPU_SHARE) return 'too_slow'
      await nextTurn()
    }
  }
}
