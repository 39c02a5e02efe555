import { describe, expect, it } from 'vitest'
import { type Findings, hasMoved, nameCause, NOTHING_KNOWN, type PageFinding, type Usual } from './cause.ts'

const page = (result: PageFinding['result'], http_status: number | null = 200): PageFinding => ({
  result,
  message: `${result}.`,
  checked_url: 'https://example.com/',
  http_status,
})
const found = (changes: Partial<Findings> = {}): Findings => ({
  pages: [page('ok')],
  addresses: ['192.0.2.1'],
  collector_failure: null,
  ...changes,
})
const usual = (changes: Partial<Usual> = {}): Usual => ({ ...NOTHING_KNOWN, addresses: ['192.0.2.9'], ...changes })
const kindOf = (findings: Partial<Findings>, before: Partial<Usual> = {}): string =>
  nameCause(found(findings), usual(before)).kind

describe('nameCause', () => {
  it.each<[string, Partial<Findings>]>([
    ['snippet_missing', { pages: [page('script_missing')] }],
    ['snippet_missing', { pages: [page('ok'), page('wrong_tracking_id')] }],
    ['snippet_missing', { pages: [page('module_script')] }],
    ['blocked_by_csp', { pages: [page('blocked_by_csp')] }],
    ['page_error', { pages: [page('page_error', 503)] }],
    ['page_error', { pages: [page('page_unreachable', null)] }],
    ['redirects_elsewhere', { pages: [page('wrong_host')] }],
    ['dns_changed', { addresses: ['198.51.100.7'] }],
    ['dns_changed', { addresses: [], pages: [page('page_unreachable', null)] }],
    ['collector_unreachable', { collector_failure: 'Connection refused.' }],
    ['unknown', {}],
    ['unknown', { pages: [] }],
    ['unknown', { addresses: null }],
  ])('names %s for %j', (kind, findings) => expect(kindOf(findings)).toBe(kind))

  it('names the most fundamental cause: an error page of a new server is a change of DNS', () => {
    expect(kindOf({ pages: [page('page_error', 404)], addresses: ['198.51.100.7'] })).toBe('dns_changed')
    expect(kindOf({ pages: [page('page_error', 404), page('script_missing')] })).toBe('page_error')
    expect(kindOf({ pages: [page('wrong_host')], addresses: ['198.51.100.7'] })).toBe('redirects_elsewhere')
  })

  it('does not name a finding that was already there with normal traffic', () => {
    expect(kindOf({ pages: [page('script_missing')] }, { results: ['script_missing'] })).toBe('unknown')
    expect(kindOf({ pages: [page('page_error', 500)] }, { results: ['script_missing'] })).toBe('page_error')
    expect(kindOf({ collector_failure: 'Timeout.' }, { collector_failed: true })).toBe('unknown')
  })

  it('includes the status of a page that returned an error, and what to do', () => {
    expect(nameCause(found({ pages: [page('page_error', 503)] }), usual())).toEqual({
      kind: 'page_error',
      http_status: 503,
      message: 'page_error. Look at https://example.com/ and its server.',
    })
    expect(nameCause(found(), usual())).toMatchObject({
      http_status: null,
      message: expect.stringContaining('Look for'),
    })
  })
})

describe('hasMoved', () => {
  it('compares large networks, so that a content delivery network may change its addresses', () => {
    expect(hasMoved(['192.0.2.1'], ['192.0.99.1'])).toBe(false)
    expect(hasMoved(['192.0.2.1', '2001:db8::1'], ['2001:db8:ffff::1'])).toBe(false)
    expect(hasMoved(['192.0.2.1'], ['198.51.100.1', '192.0.2.1'])).toBe(false)
    expect(hasMoved(['192.0.2.1'], ['198.51.100.1'])).toBe(true)
    expect(hasMoved([], ['198.51.100.1'])).toBe(false)
  })
})
