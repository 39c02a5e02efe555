/**
 * Wraps objects so that `pass` is called once before and once after every asynchronous call of theirs, and of the transactions that they
 * hand out: a test can stop the process at each of these points, and leaves none out.
 */
export function watchEachCall(pass: (name: string) => void) {
  return function watch<T extends object>(name: string, target: T): T {
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
}
