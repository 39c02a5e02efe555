import { watchEachCall } from '../../support/watch-each-call.ts'

/** Kills the process at the n-th point (0: never). */
export function watchCalls(kill_at: number) {
  const passed: string[] = []
  const watch = watchEachCall((name) => {
    passed.push(name)
    if (passed.length === kill_at) process.kill(process.pid, 'SIGKILL')
  })
  return { passed, watch }
}
