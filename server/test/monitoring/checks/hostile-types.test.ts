import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HostileTypesOrder, HostileTypesReport } from './hostile-types-client.ts'
import { expectPromised } from '../../support/expect-promised.ts'

/** All run at once, so where something else than the deadline ends it, a busy machine does not meet the deadline first. */
const timeoutOf = (cause: string): number => (/timeout|within 3 s/.test(cause) ? 3000 : 15_000)
const grace_ms = 500
const memory_max_bytes = 32 * 1024 * 1024

/** The expected cause of each hostile behaviour. */
const CAUSES: Record<string, string> = {
  'tcp silence': 'timeout',
  'tcp drip': 'response',
  'tcp endless': 'response',
  'tcp reset-at-once': 'connect',
  'smtp silence': 'timeout',
  'smtp drip': 'response',
  'smtp endless': 'response',
  'smtp endless-lines': 'response',
  'tls silence': 'timeout',
  'tls drip': 'tls',
  'tls endless': 'tls',
  'tls reset-at-once': 'tls',
  'tls half-handshake': 'timeout',
  'tls drip-handshake': 'tls',
  'tls endless-alerts': 'tls',
  'tls endless-records': 'tls',
  'dns dns-silence': 'timeout',
  'dns dns-garbage': 'dns',
  'dns dns-wrong-id': 'timeout',
  'dns dns-loop': 'dns',
  'dns dns-lying-count': 'dns',
  'dns dns-flood': 'dns_record',
  'dns dns-bomb': 'dns_record',
  'dns dns-tcp-silence': 'timeout',
  'dns dns-tcp-drip': 'timeout',
  'dns dns-tcp-endless': 'dns',
  'dns dns-always-truncated': 'dns_record',
  'rdap silence': 'No complete response within 3 s (timed out while waiting for the response).',
  'rdap rdap-drip': 'No complete response within 3 s (timed out while reading the response).',
  'rdap rdap-endless': 'The answer is larger than 256 KiB.',
  'rdap rdap-html': 'The answer is not JSON.',
  'rdap rdap-list': 'The answer is not an RDAP domain.',
  'rdap rdap-deep': 'The answer is not JSON.',
  'rdap rdap-other-domain': 'The answer is about another domain.',
  'rdap rdap-wrong-event': 'The answer is not an RDAP domain.',
  'rdap rdap-year-9999': 'The answer has no plausible date.',
  'rdap rdap-no-date': 'The answer has no plausible date.',
  'rdap rdap-unknown': 'The registry does not know the domain.',
  'rdap rdap-busy': 'The server returned status 429.',
  'rdap rdap-loop': 'The server redirected more than 3 times.',
  'rdap rdap-inside':
    'The target is not allowed: it is a private address or an address of this server. Your administrator can allow it.',
}

let server: ChildProcess
let report: HostileTypesReport

beforeAll(async () => {
  server = fork(new URL('hostile-types-server.ts', import.meta.url))
  const [ports] = (await once(server, 'message')) as [Record<string, number>]
  const client = fork(new URL('hostile-types-client.ts', import.meta.url), { execArgv: ['--expose-gc'] })
  const timeouts_ms = Object.fromEntries(Object.entries(CAUSES).map(([name, cause]) => [name, timeoutOf(cause)]))
  client.send({ timeouts_ms, ports } satisfies HostileTypesOrder)
  const [found] = (await once(client, 'message')) as [HostileTypesReport]
  client.kill()
  report = found
})
afterAll(() => void server.kill())

describe('a check of a hostile server', () => {
  it.each(Object.entries(CAUSES))('%s fails with the cause %s, by the deadline', (name, cause) => {
    const check = report.checks.find((each) => each.name === name)
    expect(check?.cause).toBe(cause)
    expectPromised(check?.elapsed_ms ?? Infinity, timeoutOf(cause) + grace_ms)
  })

  it('uses less than 32 MB for all of them at once', () => {
    expect(report.grown_bytes).toBeLessThanOrEqual(memory_max_bytes)
  })
})
