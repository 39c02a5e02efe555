/** Counts every asynchronous call once before and once after it, so that no point is left out, and exits at the n-th (0: never). */
export function watchCalls(kill_at: number) {
  const passed: string[] = []

  function pass(name: string): void {
    passed.push(name)
    if (passed.length === kill_at) process.kill(process.pid, 'SIGKILL')
  }

  function watch<T extends object>(name: string, target: T): T {
    return new Proxy(target, {
      get(object, property) {
        const value: unknown = Reflect.get(object, property)
        if (typeof value !== 'function') return value
        return (...args: unknown[]): unknown => {
          const label = `${name}.${String(property)}`
          const wrapped = args.map((arg) =>
            typeof arg === 'function' ? (tx: object) => (arg as (tx: object) => unknown)(watch('tx', tx)) : arg,
          )
          pass(`before ${label}`)
          const result: unknown = Reflect.apply(value, object, wrapped)
          if (!(result instanceof Promise)) return result
          return result.then((settled: unknown) => {
            pass(`after ${label}`)
            return settled
          })
        }
      },
    })
  }

  return { passed, watch }
}
