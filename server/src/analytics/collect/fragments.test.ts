import { describe, expect, it } from 'vitest'
import type { Site } from '../websites/index.ts'
import { readPlausible } from './drop-in/plausible.ts'
import { readUmami } from './drop-in/umami.ts'
import { readServerEvent } from './server-events.ts'
import type { Parsed } from './visit.ts'
import { readTracked } from './wire.ts'

const site = { id: 1, domain: 'example.com', param_rules: new Set<string>() } as unknown as Site
const visit = { site, now_ms: Date.parse('2026-11-16T09:30:00Z') }
const url = 'https://example.com/a?b=1#token=secret'
const pathOf = (parsed: Parsed) => (typeof parsed === 'string' ? parsed : parsed.page.path)

describe('the fragment of a page', () => {
  it('is kept when the tracker sends it, which it does with data-hash only', () => {
    expect(pathOf(readTracked({ n: 'pageview', u: url, w: 1, i: '7', k: 0, r: '' }, visit))).toBe('/a?b=1#token=secret')
  })

  it('is dropped from events of a server', () => {
    expect(pathOf(readServerEvent({ kind: 'pageview', url }, visit))).toBe('/a?b=1')
  })

  it('is dropped from events of the script of Plausible, unless it is the one for hash routing', () => {
    const send = (more: object) => pathOf(readTracked(readPlausible({ n: 'pageview', u: url, ...more }).event, visit))
    expect(send({})).toBe('/a?b=1')
    expect(send({ h: 1 })).toBe('/a?b=1#token=secret')
  })

  it('is dropped from events of the script of Umami', () => {
    const send = (payload: object) => pathOf(readTracked(readUmami({ type: 'event', payload })?.event, visit))
    expect(send({ url })).toBe('/a?b=1')
    expect(send({ url: '/a?b=1#token=secret', hostname: 'example.com' })).toBe('/a?b=1')
  })
})
