import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SsrfReport } from './inside-ssrf.ts'
import { sized } from '../../support/size.ts'
import { createNamespace, type Namespace } from './namespace.ts'
import { forbiddenAddresses, forbiddenUrls, locationsBehind } from './spellings.ts'

const flips = sized(1000, 10_000)

let namespace: Namespace | undefined
let report: SsrfReport

beforeAll(async () => {
  namespace = createNamespace(forbiddenAddresses)
  report = (await namespace.run(new URL('inside-ssrf.ts', import.meta.url), { flips })) as SsrfReport
})

afterAll(() => namespace?.remove())

describe('the canaries', () => {
  it('answer a program without a guard on loopback, private, metadata and embedding addresses', () => {
    const named = [
      '127.0.0.1',
      '127.255.255.254',
      '0.0.0.0',
      '10.1.2.3',
      '172.16.0.1',
      '192.168.1.1',
      '169.254.169.254',
    ]
    const more = [
      '100.100.100.200',
      '168.63.129.16',
      '::1',
      'fd00:ec2::254',
      '64:ff9b::7f00:1',
      '2002:7f00:1::1',
      '::ffff:7f00:1',
    ]
    expect(report.reachable).toEqual(expect.arrayContaining([...named, ...more]))
    expect(report.reachable.length).toBeGreaterThan(50)
  })

  it('detect a program that resolves a name twice', () => {
    expect(report.naive_hits).toBeGreaterThan(0)
  })
})

describe('no socket reaches a forbidden address', () => {
  it('by any spelling of it', () => {
    expect(forbiddenUrls.length).toBeGreaterThanOrEqual(200)
    expect(report.spellings).toEqual({
      requests: forbiddenUrls.length,
      by_kind: { not_allowed: forbiddenUrls.length },
      canary_hits: [],
    })
  })

  it('by a name that resolves to it', () => {
    const { length } = forbiddenAddresses
    expect(report.names).toEqual({ requests: length, by_kind: { not_allowed: length }, canary_hits: [] })
  })

  it.each([1, 2, 3, 4, 5])('by redirect %i to it', (hops) => {
    const { length } = locationsBehind(hops)
    if (hops === 1 || hops === 5) expect(length).toBeGreaterThanOrEqual(200)
    expect(report.redirects[hops]).toEqual({ requests: length, by_kind: { not_allowed: length }, canary_hits: [] })
  })

  it('by a name that resolves differently at each lookup', () => {
    const { rebinding } = report
    expect(rebinding.canary_hits).toEqual([])
    expect(rebinding.flips).toBeGreaterThanOrEqual(flips)
    expect(Object.keys(rebinding.by_kind).sort()).toEqual(['not_allowed', 'ok'])
    expect(rebinding.by_kind['ok']).toBeGreaterThan(rebinding.requests / 10)
    expect(rebinding.by_kind['not_allowed']).toBeGreaterThan(rebinding.requests / 4)
  })
})
