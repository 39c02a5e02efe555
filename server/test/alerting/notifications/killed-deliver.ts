import { readConfig } from '../../../src/config.ts'
import { deliverToProvider } from '../../../src/alerting/notifications/deliver.ts'
import { systemClock } from '../../../src/platform/clock.ts'
import { createLog } from '../../../src/platform/log.ts'
import { closeParts, openParts } from '../../../src/roles/parts.ts'

/**
 * Delivers to one provider and dies at the n-th await of the alert path: argv is the provider and n (0: never). Every
 * asynchronous call that delivering makes is counted, once before and once after it, so none can be left out. Prints
 * the names of those it passed.
 */
const [provider_id, kill_at] = process.argv.slice(2).map(Number)
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

const parts = await openParts(readConfig(process.env), createLog('silent'))
const { config, vault, mailer } = parts
const gateways = { config, mailer, egress: watch('egress', parts.egress) }
await deliverToProvider(
  { config, postgres: watch('postgres', parts.postgres), vault, gateways, clock: systemClock },
  provider_id ?? 0,
)
await closeParts(parts)
process.stdout.write(`${JSON.stringify(passed)}\n`)
