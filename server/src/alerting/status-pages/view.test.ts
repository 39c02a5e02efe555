import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '@sitewatch/contract/durations'
import { renderFeed, renderJson } from './feed.ts'
import { renderStatusPage } from './render.ts'
import { describeOverall } from './overall.ts'
import type { MonitorSource, PageSource } from './page-source.ts'
import { buildView } from './view.ts'

const NOW = Date.UTC(2026, 9, 15, 12)
const at = (ago_ms: number): string => new Date(NOW - ago_ms).toISOString()

const PAGE_TIMES = { created_at: at(300 * DAY_MS), updated_at: at(200 * DAY_MS) }

const monitor = (id: number, more: Partial<MonitorSource> = {}): MonitorSource => ({
  id,
  name: `Monitor ${id}`,
  position: id,
  label: null,
  group_name: null,
  website_id: null,
  created_at: at(200 * DAY_MS),
  status: 'up',
  unknown: null,
  unobserved_since: null,
  next_due_at: NOW + 60_000,
  last_response_ms: 120.4,
  is_maintained: false,
  ...more,
})

const incident = (id: number, monitor_id: number, [from, to]: [number, number | null]) => ({
  id,
  monitor_id,
  cause_kind: 'timeout',
  started_at: at(from),
  resolved_at: to === null ? null : at(to),
})

const LOOK = { accent_color: null, logo: null }
const website = (domain: string, privacy: number) => ({
  id: 9,
  domain,
  privacy,
  position: 1,
  label: null,
  group_name: null,
})

const source = (more: Partial<PageSource>): PageSource => ({
  now_ms: NOW,
  page: { id: 1, name: 'Acme', description: null, show_response_times: true, ...LOOK, ...PAGE_TIMES },
  monitors: [],
  websites: [],
  incidents: [],
  unobserved: [],
  maintenance: [],
  written: [],
  ...more,
})

const daysOf = (view: ReturnType<typeof buildView>, n = 0) => view.components[n]?.figures?.days ?? []

describe('the days of a component', () => {
  it('are ninety, the last one until now, and short outages differ from long ones', () => {
    const view = buildView(
      source({
        monitors: [monitor(1)],
        incidents: [
          incident(1, 1, [DAY_MS + 4 * HOUR_MS, DAY_MS + 3 * HOUR_MS]),
          incident(2, 1, [3 * DAY_MS, 3 * DAY_MS - 5 * 60_000]),
          incident(3, 1, [300 * DAY_MS, 299 * DAY_MS]),
        ],
      }),
    )
    const days = daysOf(view)
    expect(days).toHaveLength(90)
    expect(days.at(-1)).toEqual({ date: '2026-10-15', state: 'up', uptime_percent: 100, downtime_seconds: 0 })
    expect(days.at(-2)).toEqual({ date: '2026-10-14', state: 'down', uptime_percent: 95.833, downtime_seconds: 3600 })
    expect(days.at(-4)).toMatchObject({ date: '2026-10-12', state: 'degraded', downtime_seconds: 300 })
    expect(days.filter((day) => day.state === 'up')).toHaveLength(88)
    // 89.5 days, 65 minutes of them down.
    expect(view.components[0]?.figures?.uptime_percent).toBe(99.95)
  })

  it('start when the monitor was created, and paused days differ from unknown ones', () => {
    const view = buildView(
      source({
        monitors: [monitor(1, { created_at: at(10 * DAY_MS + 12 * HOUR_MS) })],
        unobserved: [
          { monitor_id: 1, from: NOW - 6.5 * DAY_MS, to: NOW - 4.5 * DAY_MS, reason: 'paused' },
          { monitor_id: 1, from: NOW - 3.5 * DAY_MS, to: NOW - 2.5 * DAY_MS, reason: 'unknown' },
        ],
      }),
    )
    const states = daysOf(view).map((day) => day.state)
    expect(view.components[0]?.figures?.monitored_days).toBe(8)
    expect(states).toEqual(['up', 'up', 'up', 'up', 'paused', 'paused', 'up', 'unknown', 'up', 'up', 'up'])
  })

  it('do not count unobserved time as down, even inside an incident', () => {
    const view = buildView(
      source({
        monitors: [monitor(1)],
        incidents: [incident(1, 1, [30 * HOUR_MS, 18 * HOUR_MS])],
        unobserved: [{ monitor_id: 1, from: NOW - 40 * HOUR_MS, to: NOW - 24 * HOUR_MS, reason: 'unknown' }],
      }),
    )
    expect(daysOf(view).at(-2)).toMatchObject({ downtime_seconds: 6 * 3600, uptime_percent: 50 })
  })
})

describe('a website', () => {
  const monitors = [
    monitor(1, { position: null, website_id: 9, last_response_ms: 80 }),
    monitor(2, { position: null, website_id: 9, created_at: at(5 * DAY_MS), status: 'down', last_response_ms: 900 }),
  ]
  const incidents = [incident(1, 1, [26 * HOUR_MS, 25 * HOUR_MS]), incident(2, 2, [25.5 * HOUR_MS, null])]

  it('is one row under its domain: down while any of its monitors is down, observed while any is observed', () => {
    const view = buildView(source({ monitors, incidents, websites: [website('shop.example', 0)] }))
    expect(view.components).toMatchObject([{ label: 'shop.example', status: 'down', figures: { response_ms: 80 } }])
    expect(daysOf(view).at(-2)).toMatchObject({ downtime_seconds: 14 * 3600 })
    expect(daysOf(view).at(-10)).toMatchObject({ state: 'up' })
    expect(view.incidents.map(({ label, resolved_at }) => [label, resolved_at])).toEqual([
      ['shop.example', null],
      ['shop.example', at(25 * HOUR_MS)],
    ])
  })

  it('shows its status and nothing else if its statistics are private', () => {
    const view = buildView(source({ monitors, incidents, websites: [website('shop.example', 1)] }))
    expect(view.components).toEqual([
      { ref: expect.any(String), label: 'shop.example', group: null, status: 'down', written: null, figures: null },
    ])
    expect(view.incidents).toEqual([])
  })

  it('has no data without a monitor', () => {
    const view = buildView(source({ websites: [website('a.example', 0)] }))
    expect(view.components[0]).toMatchObject({
      status: 'unknown',
      figures: { uptime_percent: null, monitored_days: 0, days: [] },
    })
    const html = renderStatusPage(view, { path: '/', channels: [], base_url: 'https://example.com' })
    expect(html).toContain('No monitoring data yet')
  })
})

describe('the status of a component', () => {
  it.each([
    ['up', {}],
    ['up', { status: 'suspected' }],
    ['down', { status: 'recovering', is_maintained: true }],
    ['paused', { status: 'paused', next_due_at: null, unobserved_since: NOW - DAY_MS }],
    ['unknown', { status: 'pending', unobserved_since: NOW - 1000 }],
    ['unknown', { unobserved_since: NOW - HOUR_MS, unknown: 'offline' }],
    ['unknown', { next_due_at: NOW - HOUR_MS }],
    ['maintenance', { is_maintained: true, unobserved_since: NOW - HOUR_MS, unknown: 'maintenance' }],
  ] as const)('is %s for %j', (status, more) => {
    expect(buildView(source({ monitors: [monitor(1, more)] })).components[0]?.status).toBe(status)
  })

  it('is summarised with those of the other components in one line', () => {
    expect(describeOverall(['up', 'up']).text).toBe('All systems operational')
    expect(describeOverall(['up', 'down', 'paused', 'down', 'up']).text).toBe('2 of 5 are down')
    expect(describeOverall(['up', 'down']).text).toBe('1 of 2 is down')
    expect(describeOverall(['down', 'down']).text).toBe('All systems are down')
    expect(describeOverall(['up', 'maintenance']).text).toBe('Maintenance in progress')
    expect(describeOverall(['up', 'paused', 'unknown']).text).toBe('1 of 3 is up, no data for 2')
    expect(describeOverall([])).toEqual({ status: 'unknown', text: 'Nothing to show yet', indicator: 'none' })
  })
})

describe('a rendered status page', () => {
  const base_url = 'https://example.com/watch'
  const hostile = '"><script>alert(1)</script>\u202E&\u0007'
  const view = buildView(
    source({
      page: { id: 1, name: hostile, description: hostile, show_response_times: false, ...LOOK, ...PAGE_TIMES },
      monitors: [monitor(1, { label: hostile }), monitor(2, { name: hostile, position: 0 })],
      incidents: [incident(1, 1, [HOUR_MS, null])],
      maintenance: [{ name: hostile, starts_at: at(0), ends_at: at(-HOUR_MS), is_under_way: true }],
    }),
  )

  it('escapes every name in the page and in the feed', () => {
    const page = renderStatusPage(view, { path: '/s/acme', channels: ['email', 'webhook'], base_url })
    expect(page.match(/<script/g)).toHaveLength(1)
    expect(page).not.toContain('<script>alert')
    expect(page.match(/&lt;script&gt;/g)?.length).toBeGreaterThan(5)
    const feed = renderFeed(
      view,
      { page: 'https://watch.example/s/acme', feed: 'https://watch.example/s/acme/feed.atom' },
      [],
    )
    expect(feed).not.toContain('<script')
    expect(feed).not.toContain('\u0007')
    expect(JSON.parse(renderJson(view, 'x')).data.name).toBe(hostile)
  })

  it('lists components without a group first, and each group under its name', () => {
    const grouped = buildView(
      source({
        monitors: [
          monitor(1, { group_name: 'Europe <1>', label: 'one' }),
          monitor(2, { label: 'two' }),
          monitor(3, { group_name: 'America', label: 'three' }),
          monitor(4, { group_name: 'Europe <1>', label: 'four' }),
        ],
      }),
    )
    expect(grouped.components.map(({ label }) => label)).toEqual(['two', 'one', 'four', 'three'])
    const html = renderStatusPage(grouped, { path: '/', channels: [], base_url })
    const headings = Array.from(html.matchAll(/<(h[23])><bdi>(.*?)<\/bdi>/g), ([, level, text]) => `${level} ${text}`)
    expect(headings).toEqual(['h2 two', 'h2 Europe &lt;1&gt;', 'h3 one', 'h3 four', 'h2 America', 'h3 three'])
  })

  it('has a feed that lists only the incidents of the requested components', () => {
    const two = buildView(
      source({
        monitors: [monitor(1), monitor(2)],
        incidents: [incident(1, 1, [HOUR_MS, null]), incident(2, 2, [HOUR_MS, null])],
      }),
    )
    const urls = { page: 'https://watch.example/s/acme', feed: 'x' }
    const count = (refs: string[]): number => renderFeed(two, urls, refs).match(/<entry>/g)?.length ?? 0
    expect([count([]), count([two.components[1]?.ref ?? '']), count(['000000000000'])]).toEqual([2, 1, 0])
    expect(renderFeed(two, urls, [two.components[1]?.ref ?? ''])).toContain('Monitor 2')
  })

  it('hides response times if the team turned them off', () => {
    expect(renderStatusPage(view, { path: '/', channels: [], base_url })).not.toMatch(/\d ms</)
    expect(JSON.parse(renderJson(view, 'x')).data.components[0].response_ms).toBeNull()
  })

  it('lists incidents under the day they started, and groups days without incidents', () => {
    const quiet = buildView(
      source({
        monitors: [monitor(1)],
        incidents: [incident(1, 1, [3 * DAY_MS, 3 * DAY_MS - HOUR_MS]), incident(2, 1, [30 * DAY_MS, DAY_MS])],
      }),
    )
    const html = renderStatusPage(quiet, { path: '/', channels: [], base_url })
    const headings = Array.from(html.matchAll(/<li class="day"><h3>(.*?)<\/h3>/g), ([, text = '']) =>
      text.replaceAll(/<[^>]*>/g, ''),
    )
    expect(headings).toEqual(['2026-10-13 – 2026-10-15', '2026-10-12', '2026-10-02 – 2026-10-11', '2026-09-15'])
  })

  it('says over how many days the uptime was measured, and draws no bar for the days before', () => {
    const render = (age_ms: number): string => {
      const young = buildView(source({ monitors: [monitor(1, { created_at: at(age_ms) })] }))
      return renderStatusPage(young, { path: '/', channels: [], base_url })
    }
    const young = render(19 * DAY_MS)
    expect(young).toContain('uptime over 20 days')
    expect(young).toContain('Since <time>2026-09-26</time>')
    expect(young).not.toContain('90 days')
    /** The number of bars that only a wide screen shows, and of those that every screen shows. */
    const bars = (html: string): number[] => {
      const [, older = '', newer = ''] = /<g class="wide">(.*?)<\/g><g>(.*?)<\/g>/.exec(html) ?? []
      return [older, newer].map((drawn) => drawn.match(/<path/g)?.length ?? 0)
    }
    expect(bars(young)).toEqual([0, 20])
    const old = render(200 * DAY_MS)
    expect(bars(old)).toEqual([60, 30])
    expect(old).toContain('90 days ago')
    expect(old).toContain('30 days ago')
  })

  it('has links that start at the root of its host', () => {
    const links = (path: string): string[] => {
      const html = renderStatusPage(view, { path, channels: ['email', 'webhook'], base_url })
      const found = [...html.matchAll(/(?:href|action|src)="([^"]*)"/g)].map(([, url]) => url ?? '')
      return [...new Set(found)].filter((url) => !url.startsWith('/watch/fonts/'))
    }
    expect(links('/')).toEqual(['/feed.atom', '/subscribe', '/status.json'])
    expect(links('/watch/s/acme')).toEqual([
      '/watch/s/acme/feed.atom',
      '/watch/s/acme/subscribe',
      '/watch/s/acme/status.json',
    ])
  })
})
