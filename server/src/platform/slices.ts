import { setImmediate as nextTurn } from 'node:timers/promises'

/** A step may take as long again, and no slice may take more than 50 ms. */
const SLICE_MS = 10

/** Long work calls it between its steps. After 10 ms, it waits until everything else that is due has run. */
export function createPause(): () => Promise<void> | undefined {
  let since = performance.now()
  return () => {
    if (performance.now() - since < SLICE_MS) return undefined
    return nextTurn().then(() => void (since = performance.now()))
  }
}

/** Runs the steps of a generator to its end, in slices of 10 ms. */
export async function runInSlices<Result>(steps: Generator<undefined, Result>): Promise<Result> {
  const pause = createPause()
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    await pause()
  }
}

/** Runs the steps of a generator to its end, without a pause. */
export function runAtOnce<Result>(steps: Generator<undefined, Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
