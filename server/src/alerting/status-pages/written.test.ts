import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { HOUR_MS } from '@sitewatch/contract/durations'
import { renderFeed, renderJson } from './feed.ts'
import { renderStatusPage } from './render.ts'
import { renderWrittenPage } from './render-written.ts'
import { renderStatuspageFile } from './statuspage-json.ts'
import type { MonitorSource, PageSource } from './page-source.ts'
import { buildView } from './view.ts'
import type { WrittenSource } from './written.ts'

const NOW = Date.UTC(2026, 9, 15, 12)
const at = (ago_ms: number): string => new Date(NOW - ago_ms).toISOString()
const URL = 'https://watch.example/s/acme'

const monitor = (id: number, more: Partial<MonitorSource> = {}): MonitorSource => ({
  id,
  name: `Monitor ${id}`,
  position: id,
  label: null,
  group_name: null,
  website_id: null,
  created_at: at(2000 * HOUR_MS),
  status: 'up',
  unknown: null,
  unobserved_since: null,
  next_due_at: NOW + 60_000,
  last_response_ms: 120,
  is_maintained: false,
  ...more,
})

type Update = WrittenSource['updates'][number]
type State = Update['components'][number]['state']

const update = (
  id: number,
  status: Update['status'],
  [ago_ms, states]: [number, Partial<Record<number, State>>],
): Update => ({
  id,
  status,
  body: `Update ${id}`,
  posted_at: at(ago_ms),
  updated_at: at(ago_ms),
  components: Object.entries(states).map(([monitor_id, state]) => ({
    monitor_id: Number(monitor_id),
    website_id: null,
    state: state ?? 'operational',
  })),
})

const written = (ref: string, updates: Update[], more: Partial<WrittenSource> = {}): WrittenSource => ({
  ref: ref.padEnd(12, '0'),
  kind: 'incident',
  title: `Incident ${ref}`,
  impact: 'minor',
  incident_id: null,
  scheduled_for: null,
  scheduled_until: null,
  published_at: at(5 * HOUR_MS),
  updated_at: at(HOUR_MS),
  updates,
  ...more,
})

const maintenance = (ref: string, [from, until]: [number, number], more: Partial<WrittenSource> = {}): WrittenSource =>
  written(ref, [update(900, 'scheduled', [48 * HOUR_MS, { 2: 'under_maintenance' }])], {
    kind: 'maintenance',
    impact: 'none',
    scheduled_for: at(from),
    scheduled_until: at(until),
    ...more,
  })

const viewOf = (all: WrittenSource[], monitors = [monitor(1), monitor(2, { label: 'Shop' })]) =>
  buildView({
    now_ms: NOW,
    page: {
      id: 7,
      name: 'Acme',
      description: null,
      show_response_times: true,
      accent_color: null,
      logo: null,
      created_at: at(3000 * HOUR_MS),
      updated_at: at(2000 * HOUR_MS),
    },
    monitors,
    websites: [],
    incidents: [],
    unobserved: [],
    maintenance: [],
    written: all,
  } satisfies PageSource)

describe('the status of a page with a written incident', () => {
  const open = (impact: WrittenSource['impact'], state: State) =>
    written('a', [update(1, 'investigating', [HOUR_MS, { 1: state }])], { impact })

  it.each([
    ['none', 'operational', 'up', 'All systems operational', 'none'],
    ['none', 'degraded_performance', 'degraded', 'Degraded performance', 'minor'],
    ['none', 'major_outage', 'down', '1 of 2 is down', 'major'],
    ['none', 'under_maintenance', 'maintenance', 'Maintenance in progress', 'maintenance'],
    ['minor', 'operational', 'degraded', 'Minor service outage', 'minor'],
    ['major', 'partial_outage', 'down', 'Partial system outage', 'major'],
    ['critical', 'major_outage', 'down', 'Major service outage', 'critical'],
  ] as const)('reflects impact %s with a component that is %s', (impact, state, status, text, indicator) => {
    expect(viewOf([open(impact, state)]).overall).toEqual({ status, text, indicator })
  })

  it('never hides a measured outage', () => {
    const view = viewOf([open('none', 'operational')], [monitor(1, { status: 'down' }), monitor(2)])
    expect(view.overall.text).toBe('1 of 2 is down')
    expect(view.components.map(({ status, written: state }) => [status, state])).toEqual([
      ['down', null],
      ['up', null],
    ])
  })

  it('ignores a resolved incident and maintenance that has not started', () => {
    const over = written('a', [update(2, 'resolved', [HOUR_MS, { 1: 'major_outage' }])], { impact: 'critical' })
    expect(viewOf([over, maintenance('b', [-HOUR_MS, -2 * HOUR_MS])]).overall.text).toBe('All systems operational')
  })

  it('follows the schedule of maintenance, unless an update says otherwise', () => {
    const phases = (source: WrittenSource) => {
      const [view] = viewOf([source]).written
      return [view?.phase, view?.status, view?.resolved_at]
    }
    expect(phases(maintenance('a', [-HOUR_MS, -2 * HOUR_MS]))).toEqual(['upcoming', 'scheduled', null])
    expect(phases(maintenance('a', [HOUR_MS, -HOUR_MS]))).toEqual(['active', 'in_progress', null])
    expect(phases(maintenance('a', [2 * HOUR_MS, HOUR_MS]))).toEqual(['past', 'completed', at(HOUR_MS)])
    const overrun = { updates: [update(1, 'in_progress', [2 * HOUR_MS, {}])] }
    expect(phases(maintenance('a', [2 * HOUR_MS, HOUR_MS], overrun))).toEqual(['active', 'in_progress', null])
    const running = viewOf([maintenance('a', [HOUR_MS, -HOUR_MS])])
    expect(running.overall.text).toBe('Maintenance in progress')
    expect(running.components[1]).toMatchObject({ label: 'Shop', status: 'maintenance', written: 'under_maintenance' })
  })

  it('does not name a component that the page no longer shows', () => {
    const view = viewOf([open('minor', 'major_outage')], [monitor(2)])
    expect(view.written[0]?.components).toEqual([])
    expect(view.components).toHaveLength(1)
  })
})

/** As documented by Atlassian for the public API of a status page. */
const Page = z.strictObject({
  id: z.string().min(1),
  name: z.string(),
  url: z.url(),
  time_zone: z.string(),
  updated_at: z.iso.datetime(),
})
const ComponentStatus = z.enum([
  'operational',
  'degraded_performance',
  'partial_outage',
  'major_outage',
  'under_maintenance',
])
const Component = z.strictObject({
  id: z.string().min(1),
  name: z.string(),
  status: ComponentStatus,
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  position: z.int(),
  description: z.string().nullable(),
  showcase: z.boolean(),
  start_date: z.string().nullable(),
  group_id: z.string().nullable(),
  page_id: z.string(),
  group: z.boolean(),
  only_show_if_degraded: z.boolean(),
})
const incidentOf = <S extends [string, ...string[]]>(statuses: S, more: z.ZodRawShape = {}) =>
  z.strictObject({
    id: z.string().min(1),
    name: z.string(),
    status: z.enum(statuses),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    monitoring_at: z.iso.datetime().nullable(),
    resolved_at: z.iso.datetime().nullable(),
    impact: z.enum(['none', 'minor', 'major', 'critical']),
    shortlink: z.url(),
    started_at: z.iso.datetime(),
    page_id: z.string(),
    incident_updates: z
      .array(
        z.strictObject({
          id: z.string().min(1),
          status: z.enum(statuses),
          body: z.string(),
          incident_id: z.string(),
          created_at: z.iso.datetime(),
          updated_at: z.iso.datetime(),
          display_at: z.iso.datetime(),
          affected_components: z
            .array(
              z.strictObject({
                code: z.string(),
                name: z.string(),
                old_status: ComponentStatus,
                new_status: ComponentStatus,
              }),
            )
            .nullable(),
          deliver_notifications: z.boolean(),
          custom_tweet: z.null(),
          tweet_id: z.null(),
        }),
      )
      .min(1),
    components: z.array(Component),
    reminder_intervals: z.null(),
    ...more,
  })
const Incident = incidentOf(['investigating', 'identified', 'monitoring', 'resolved'])
const Maintenance = incidentOf(['scheduled', 'in_progress', 'verifying', 'completed'], {
  scheduled_for: z.iso.datetime(),
  scheduled_until: z.iso.datetime(),
})
const Status = z.strictObject({
  indicator: z.enum(['none', 'minor', 'major', 'critical', 'maintenance']),
  description: z.string(),
})

describe('the files of /api/v2', () => {
  const open = written('a', [
    update(3, 'monitoring', [HOUR_MS, { 1: 'degraded_performance' }]),
    update(2, 'identified', [2 * HOUR_MS, { 1: 'partial_outage', 2: 'degraded_performance' }]),
    update(1, 'investigating', [3 * HOUR_MS, {}]),
  ])
  const view = viewOf([
    open,
    maintenance('b', [HOUR_MS, -HOUR_MS]),
    maintenance('c', [-HOUR_MS, -2 * HOUR_MS]),
    maintenance('d', [30 * HOUR_MS, 29 * HOUR_MS]),
    written('e', [update(9, 'resolved', [4 * HOUR_MS, { 2: 'operational' }])]),
  ])
  const read = (file: string) => JSON.parse(renderStatuspageFile(view, URL, file)) as Record<string, unknown>
  const names = (list: unknown): string[] => (list as { name: string }[]).map(({ name }) => name)

  it.each([
    [
      'summary.json',
      {
        status: Status,
        components: z.array(Component),
        incidents: z.array(Incident),
        scheduled_maintenances: z.array(Maintenance),
      },
    ],
    ['status.json', { status: Status }],
    ['components.json', { components: z.array(Component) }],
    ['incidents.json', { incidents: z.array(Incident) }],
    ['incidents/unresolved.json', { incidents: z.array(Incident) }],
    ['scheduled-maintenances.json', { scheduled_maintenances: z.array(Maintenance) }],
    ['scheduled-maintenances/upcoming.json', { scheduled_maintenances: z.array(Maintenance) }],
    ['scheduled-maintenances/active.json', { scheduled_maintenances: z.array(Maintenance) }],
  ] as [string, z.ZodRawShape][])('have the documented format: %s', (file, shape) => {
    expect(z.strictObject({ page: Page, ...shape }).safeParse(read(file)).error).toBeUndefined()
  })

  it('list the incidents and maintenances of their kind and phase', () => {
    const summary = read('summary.json')
    expect(names(summary['incidents'])).toEqual(['Incident a'])
    expect(names(summary['scheduled_maintenances'])).toEqual(['Incident c', 'Incident b'])
    expect(names(read('incidents.json')['incidents'])).toEqual(['Incident a', 'Incident e'])
    expect(names(read('scheduled-maintenances.json')['scheduled_maintenances'])).toEqual([
      'Incident c',
      'Incident b',
      'Incident d',
    ])
    expect(names(read('scheduled-maintenances/upcoming.json')['scheduled_maintenances'])).toEqual(['Incident c'])
    expect(names(read('scheduled-maintenances/active.json')['scheduled_maintenances'])).toEqual(['Incident b'])
  })

  it('contain the state of each component before and after every update', () => {
    const [incident] = read('incidents/unresolved.json')['incidents'] as z.infer<typeof Incident>[]
    expect(incident).toMatchObject({
      shortlink: `${URL}/incidents/a00000000000`,
      monitoring_at: at(HOUR_MS),
      resolved_at: null,
      started_at: at(3 * HOUR_MS),
      components: [{ name: 'Monitor 1', status: 'degraded_performance' }, { name: 'Shop' }],
      incident_updates: [
        {
          affected_components: [
            { name: 'Monitor 1', old_status: 'partial_outage', new_status: 'degraded_performance' },
          ],
        },
        { affected_components: [{ old_status: 'operational', new_status: 'partial_outage' }, { name: 'Shop' }] },
        { affected_components: null },
      ],
    })
  })
})

describe('hostile text in a written incident', () => {
  const hostile = '"><script>alert(1)</script>\u202E&'
  const source = written('a', [{ ...update(1, 'investigating', [HOUR_MS, {}]), body: hostile }], { title: hostile })
  const view = viewOf([
    source,
    { ...source, ref: 'b'.repeat(12), updates: [{ ...update(2, 'resolved', [HOUR_MS, {}]), body: hostile }] },
  ])
  const links = { path: '/s/acme', channels: ['email', 'webhook'] as const, base_url: 'https://watch.example' }

  it('is escaped on the page, on its own page and in the feed', () => {
    const [first] = view.written
    if (!first) throw new Error('nothing written')
    for (const page of [renderStatusPage(view, links), renderWrittenPage(view, first, links)]) {
      expect(page.match(/<script/g)).toHaveLength(1)
      expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    }
    const feed = renderFeed(view, { page: URL, feed: `${URL}/feed.atom` }, [])
    expect(feed).not.toContain('<script')
    // Escaped as HTML, and again as XML.
    expect(feed).toContain('&amp;lt;script&amp;gt;')
  })

  it('is unchanged in JSON', () => {
    const { incidents } = JSON.parse(renderStatuspageFile(view, URL, 'incidents.json')) as {
      incidents: z.infer<typeof Incident>[]
    }
    expect(incidents[0]).toMatchObject({ name: hostile, incident_updates: [{ body: hostile }] })
    expect(JSON.parse(renderJson(view, URL)).data.written[0]).toMatchObject({
      title: hostile,
      url: `${URL}/incidents/a00000000000`,
      updates: [{ body: hostile }],
    })
  })
})
