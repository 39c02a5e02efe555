import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readHeader } from '../csv.ts'
import { openEvents } from './events.ts'
import { createVisitorIds, type EventRow } from './imported-event.ts'
import { openUmami } from './umami.ts'

const site = {
  id: 1,
  domain: 'example.com',
  timezone: 'UTC',
  exclude_bots: false,
  param_rules: new Set<string>(),
  retention_days: 730,
}
const TIME = '2026-11-16T09:30:00Z'
const secret = 'the secret of the operator, which never changes'

/** Reads these lines as an import of its own does. */
function readAll(lines: readonly object[]): EventRow[] {
  const visitorOf = createVisitorIds(secret, randomBytes(32))
  const read = openEvents({ site, visitorOf, now_ms: Date.parse(TIME) })
  return lines.map((line) => {
    const row = read(JSON.stringify(line))
    if (typeof row === 'string') throw new Error(row)
    return row
  })
}

const view = (ip_address: string, more: object = {}) => ({
  time: TIME,
  url: 'https://example.com/',
  ip_address,
  user_agent: 'Firefox',
  ...more,
})

describe('openEvents', () => {
  it('gives a visitor one id within a day of an import, and another id on another day and in another import', () => {
    const lines = [view('192.0.2.1'), view('192.0.2.1', { id: 'b' }), view('192.0.2.1', { time: '2026-11-15' })]
    const [first, again] = [readAll(lines), readAll(lines)].map((rows) => rows.map(({ visitor_id }) => visitor_id))
    expect(first?.[0]).toBe(first?.[1])
    expect(new Set([...(first ?? []), ...(again ?? [])]).size).toBe(4)
  })

  it('recognises the lines of a file that is imported again', () => {
    const lines = [view('192.0.2.1'), view('192.0.2.2'), view('192.0.2.1'), view('192.0.2.1', { id: 'b' })]
    const ids = readAll(lines).map(({ pageview_id }) => pageview_id)
    expect(readAll(lines).map(({ pageview_id }) => pageview_id)).toEqual(ids)
    // Equal lines are one event; those of two visitors are two.
    expect(ids[0]).toBe(ids[2])
    expect(new Set(ids).size).toBe(3)
  })

  it('drops the fragment of a page, except that of a row of an export', () => {
    const rows = readAll([
      view('192.0.2.1', { url: 'https://example.com/a?b=1#token=secret' }),
      view('192.0.2.1', { url: undefined, path: '/a#token=secret' }),
      view('192.0.2.1', { url: undefined, path: '/#/list', pageview_id: '7' }),
    ])
    expect(rows.map(({ path }) => path)).toEqual(['/a?b=1', '/a', '/#/list'])
  })

  it('makes no id that fits only one address, name or user agent of a visitor', () => {
    const ids = [
      view('192.0.2.1'),
      view('198.51.100.7'),
      view('192.0.2.1', { user_agent: 'Opera' }),
      view('', { visitor: 'a@example.com' }),
    ].map((line) => readAll([line])[0]?.pageview_id)
    expect(new Set(ids).size).toBe(1)
  })
})

describe('openUmami', () => {
  it('drops the fragment of a page, and keeps the query, which Umami stores beside it', () => {
    const visitorOf = createVisitorIds(secret, randomBytes(32))
    const header = readHeader('session_id,created_at,url_path,url_query')
    const read = header && openUmami({ site, visitorOf, now_ms: Date.parse(TIME) }, header)
    if (typeof read !== 'function') throw new Error('not a file of Umami')
    expect(read(`s,${TIME},/a#token=secret,b=1`)).toMatchObject({ path: '/a?b=1' })
  })
})
