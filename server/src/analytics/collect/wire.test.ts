import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { EVENT_LIMITS } from '@sitewatch/contract'
import { isOversized, isUnsigned64, readBatch, readTrackerEvent } from './wire.ts'
import { readClient } from './client.ts'
import { writeRow, writeVisit } from './rows.ts'
import type { Visit } from './visit.ts'
import { sized } from '../../../test/support/size.ts'

const site: Visit['site'] = {
  id: 7,
  team_id: 1,
  domain: 'example.com',
  exclude_bots: true,
  ip_rules: [],
  param_rules: new Set(),
  retention_days: 30,
  honor_dnt: false,
  had_event: true,
}
const good = { n: 'pageview', u: 'https://example.com/', w: 1000, i: '12', k: 0, r: '' }
const read = (fields: object) => readTrackerEvent({ ...good, ...fields }, site, 1_700_000_000_000)

describe('an event of the tracker', () => {
  it.each([
    ['an unknown kind', { n: 'view' }],
    ['a kind that is only used internally', { n: 'not_found' }],
    ['an invalid URL', { u: 'nowhere' }],
    ['no page view id', { i: undefined }],
    ['a page view id that is a number', { i: 12 }],
    ['a page view id with leading zeros', { i: '012' }],
    ['a page view id beyond 64 bits', { i: '18446744073709551616' }],
    ['a number beyond 16 bits', { k: 65_536 }],
    ['a fractional number', { k: 0.5 }],
    ['a link without a target', { n: 'outbound' }],
    ['an event without a name', { n: 'event', a: '  ' }],
    ['properties that are a list', { n: 'event', a: 'x', p: [1] }],
    ['properties within properties', { n: 'event', a: 'x', p: { a: {} } }],
    ['a revenue without a currency', { n: 'event', a: 'x', $: { amount: 1 } }],
    ['a revenue that is not a number', { n: 'event', a: 'x', $: { amount: 'much', currency: 'EUR' } }],
    ['vitals without a valid value', { n: 'vitals', v: { lcp: 'slow' } }],
  ])('is refused with %s', (_, fields) => expect(read(fields)).toBeNull())

  it('has its measurements clamped where a browser may measure wrong', () => {
    expect(read({ n: 'engagement', e: 1e12, s: 140 })).toMatchObject({ engaged_ms: 86_400_000, scroll_percent: 100 })
    expect(read({ n: 'engagement', e: -5, s: -1 })).toMatchObject({ engaged_ms: 0, scroll_percent: 0 })
    expect(read({ w: -3 })).toMatchObject({ width: 0 })
  })

  it('is oversized when a text is too long', () => {
    expect(isOversized({ ...good, u: `https://example.com/${'a'.repeat(EVENT_LIMITS.url)}` })).toBe(true)
    expect(isOversized({ ...good, a: 'x'.repeat(EVENT_LIMITS.name + 1) })).toBe(true)
    expect(isOversized({ ...good, p: { a: 'x'.repeat(EVENT_LIMITS.prop_value + 1) } })).toBe(true)
    expect(isOversized({ ...good, p: Object.fromEntries(Array.from({ length: 31 }, (_, n) => [`p${n}`, 1])) })).toBe(
      true,
    )
    expect(isOversized(good)).toBe(false)
  })

  it('has a page view id of 64 bits', () => {
    fc.assert(fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (id) => isUnsigned64(String(id))))
    fc.assert(fc.property(fc.bigInt({ min: 2n ** 64n, max: 2n ** 70n }), (id) => !isUnsigned64(String(id))))
  })

  it('becomes one line of JSON or is refused, whatever it contains', () => {
    const client = readClient('Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0')
    const visit: Visit = {
      site,
      address: '',
      user_agent: '',
      client,
      language: 'de',
      is_own_probe: false,
      refuses_tracking: false,
      now_ms: 1,
    }
    const text = writeVisit(visit, '99', 'DE')
    const anything = fc.anything({ maxDepth: 2 })
    const shaped = fc.record({
      n: fc.constantFrom('pageview', 'engagement', 'event', 'outbound', 'download', '404', 'vitals'),
      u: fc.webUrl({ withQueryParameters: true, withFragments: true }),
      i: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String),
      k: fc.nat(65_535),
      w: anything,
      r: fc.oneof(anything, fc.webUrl()),
      e: anything,
      s: anything,
      a: fc.oneof(fc.string({ unit: 'binary' }), anything),
      p: fc.oneof(fc.dictionary(fc.string({ unit: 'binary' }), anything), anything),
      $: fc.oneof(fc.record({ amount: fc.double(), currency: fc.constant('EUR') }), anything),
      l: fc.oneof(fc.string({ unit: 'binary' }), anything),
      v: fc.oneof(fc.record({ lcp: fc.double(), cls: fc.double(), inp: anything }), anything),
    })
    fc.assert(
      fc.property(fc.oneof(shaped, anything), (raw) => {
        const event = readTrackerEvent(raw, site, 1_700_000_000_000)
        if (event === null) return
        const row = writeRow(text, event, client)
        expect(row.indexOf('\n')).toBe(row.length - 1)
        const parsed = JSON.parse(row) as Record<string, unknown>
        expect(parsed['website_id']).toBe(7)
      }),
      { numRuns: sized(500, 2000) },
    )
  })
})

describe('a body', () => {
  it('is an array of 1 to 20 events, or a single event', () => {
    expect(readBatch(Buffer.from('[{}]'))).toEqual([{}])
    expect(readBatch(Buffer.from('{"n":1}'))).toEqual([{ n: 1 }])
    for (const text of ['', '[]', '[', 'x', JSON.stringify(Array.from({ length: 21 }, () => ({})))]) {
      expect(readBatch(Buffer.from(text))).toBeNull()
    }
  })
})
