import type { Deadline } from './deadline.ts'
import { dial, type Dialled, type Endpoint } from './dial.ts'
import type { Failure } from './failure.ts'
import type { HostPort } from './host-port.ts'

/** Durations, each summed over all hops. `first_byte_ms` runs from sending the request to the first byte of the response. */
export interface Timings {
  dns_ms: number
  connect_ms: number
  tls_ms: number
  first_byte_ms: number
  total_ms: number
}

export const startTimings = (): Timings => ({ dns_ms: 0, connect_ms: 0, tls_ms: 0, first_byte_ms: 0, total_ms: 0 })

/** How a host is found: with the checks for user-supplied hosts, or without for trusted ones. */
export interface Locator {
  /** Only addresses of one family, if it is given. */
  locate(host: string, family?: 4 | 6): RouteTarget | Failure | Promise<RouteTarget | Failure>
  forget(host: string): void
}

export interface RouteTarget {
  readonly ok: true
  readonly addresses: Endpoint['addresses']
  readonly isPrivateAllowed: boolean
}

/** The state of a running request or connection. */
export interface ReachState {
  readonly deadline: Deadline
  readonly timings: Timings
  private_target: boolean
  readonly family?: 4 | 6 | undefined
}

/** Resolves the host and connects to it. */
export async function reach(route: Locator, { host, port }: HostPort, state: ReachState): Promise<Dialled | Failure> {
  const { deadline, timings } = state
  const started_at_ms = performance.now()
  state.private_target = false
  const found = route.locate(host, state.family)
  const target = found instanceof Promise ? await deadline.wait('resolving the host name', found) : found
  const found_at_ms = performance.now()
  timings.dns_ms += found_at_ms - started_at_ms
  if (!target.ok) return target
  state.private_target = target.isPrivateAllowed
  const dialled = await dial({ addresses: target.addresses, port }, deadline)
  timings.connect_ms += performance.now() - found_at_ms
  if (!dialled.ok) route.forget(host)
  return dialled
}
