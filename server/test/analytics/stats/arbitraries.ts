import type { Filter, FilterTerm, FunnelStep } from '@sitewatch/contract'
import fc from 'fast-check'
import { HOUR_MS } from '@sitewatch/contract/durations'
import type { OracleGoal, StoredEvent } from './oracle.ts'

export const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'Africa/Cairo',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
]

/** Around both daylight saving changes in these zones, and the ends of months and of the year. */
export const MOMENTS = [
  '2026-03-29T01:00:00Z',
  '2026-10-25T01:00:00Z',
  '2026-03-08T07:00:00Z',
  '2026-11-01T06:00:00Z',
  '2026-04-04T15:00:00Z',
  '2026-10-03T15:30:00Z',
  '2026-04-23T22:00:00Z',
  '2026-10-29T21:00:00Z',
  '2025-12-31T23:00:00Z',
  '2026-03-01T00:00:00Z',
].map((text) => Date.parse(text))

/** Includes multi-byte characters, and those with a meaning in SQL, in LIKE or in our parameters. */
const PATHS = [
  '/',
  '/a',
  '/a/b',
  '/blog/x',
  '/blog/y',
  '/50%',
  '/5_0',
  "/it's",
  '/back\\slash',
  '/*',
  '/ü😀',
  '/{p0:String}',
  '/a\nb',
]
const SOURCES = ['', 'Google', 'example.org', "O'Reilly", '%']
const NAMES = ['signup', 'buy', 'outbound', "x'); DROP TABLE events --", 'a%']
const COUNTRIES = ['', 'DE', 'AT', 'US']
const KEYS = ['plan', 'size', "k'ey", '{p1:String}']

const pick = <T>(...values: T[]): fc.Arbitrary<T> => fc.constantFrom(...values)
const path = pick(...PATHS)

const step = fc.record({
  gap_ms: pick(
    0,
    1,
    1000,
    20_000,
    60_000,
    5 * 60_000,
    30 * 60_000 - 1,
    30 * 60_000,
    30 * 60_000 + 1,
    2 * HOUR_MS,
    11 * HOUR_MS,
  ),
  kind: fc.oneof(
    { weight: 6, arbitrary: pick('pageview' as const) },
    { weight: 3, arbitrary: pick('engagement' as const) },
    {
      weight: 4,
      arbitrary: pick(
        'event' as const,
        'outbound' as const,
        'download' as const,
        'not_found' as const,
        'vitals' as const,
      ),
    },
  ),
  path,
  source: pick(...SOURCES),
  channel: pick('direct', 'search', 'referral'),
  campaign: pick('', 'spring', 'a_b'),
  name: pick(...NAMES),
  country: pick(...COUNTRIES),
  device: pick('desktop', 'mobile'),
  props: fc.dictionary(pick(...KEYS), pick('', 'pro', 'free%', "q'"), { maxKeys: 2 }),
  engaged_ms: fc.nat(100_000),
  vital: fc.option(fc.nat(5000)),
  cls: fc.option(fc.nat(400).map((n) => n / 1000)),
  currency: pick('', 'EUR', 'USD', 'JPY'),
  revenue_units: fc.oneof(fc.integer({ min: -90_000, max: 999_999 }), pick(0, 1, -1, 9_000_000_000_001)),
})

const walk = fc.record({
  walker: fc.nat(4),
  ahead_ms: fc.nat(60 * HOUR_MS),
  steps: fc.array(step, { minLength: 1, maxLength: 14, size: 'max' }),
})

/** Events around a point in time. */
export const dataSet = (moment: number) =>
  fc.array(walk, { minLength: 12, maxLength: 30, size: 'max' }).map((walks) => {
    const events: Omit<StoredEvent, 'website_id'>[] = []
    for (const { walker, ahead_ms, steps } of walks) {
      let time_ms = moment - 30 * HOUR_MS + ahead_ms
      for (const each of steps) {
        time_ms += each.gap_ms
        const isView = each.kind === 'pageview'
        const isNamed = ['event', 'outbound', 'download', 'not_found'].includes(each.kind)
        const isVitals = each.kind === 'vitals'
        const hasRevenue = each.kind === 'event' && each.currency !== ''
        events.push({
          time_ms,
          visitor_id: String(2n ** 63n + BigInt(walker)),
          pageview_id: String(2n ** 63n + BigInt(events.length % 5)),
          number: events.length,
          kind: each.kind,
          path: each.path,
          channel: isView ? each.channel : '',
          source: isView ? each.source : '',
          referrer: isView && each.source !== '' ? `${each.source}/page` : '',
          utm_source: isView ? each.campaign : '',
          utm_medium: isView ? each.campaign : '',
          utm_campaign: isView ? each.campaign : '',
          utm_content: isView ? each.campaign : '',
          utm_term: isView ? each.campaign : '',
          country: each.country,
          language: each.country === 'US' ? 'en' : 'de',
          device: each.device,
          browser: each.device === 'mobile' ? 'Safari' : 'Firefox',
          system: each.device === 'mobile' ? 'iOS' : 'Linux',
          name: each.kind === 'event' ? each.name : '',
          props: isNamed ? each.props : {},
          engaged_ms: each.kind === 'engagement' ? each.engaged_ms : 0,
          lcp_ms: isVitals ? each.vital : null,
          inp_ms: isVitals ? each.vital : null,
          cls: isVitals ? each.cls : null,
          ttfb_ms: isVitals && each.vital !== null ? each.vital + 1 : null,
          fcp_ms: isVitals ? 700 : null,
          currency: hasRevenue ? each.currency : '',
          revenue_units: hasRevenue ? each.revenue_units : 0,
        })
      }
    }
    return events
  })

export const GOALS: OracleGoal[] = [
  { id: 11, kind: 'page', value: '/blog/*', name: 'blog' },
  { id: 12, kind: 'page', value: '/50%', name: 'percent' },
  { id: 13, kind: 'event', value: 'signup', name: 'signup' },
  { id: 14, kind: 'event', value: 'download', name: 'download' },
  { id: 15, kind: 'page', value: '/nowhere', name: 'nowhere' },
]

const hostile = fc.string({
  unit: pick("'", '\\', '%', '_', '*', '{', '}', ';', '\n', 'a', '/', 'ü', '😀', '--'),
  maxLength: 5,
})
const someValue = fc.oneof(
  {
    weight: 5,
    arbitrary: pick(...PATHS, ...SOURCES, ...NAMES, ...COUNTRIES, 'mobile', 'pro', 'free%', '/blog*', '*a*', '*'),
  },
  hostile,
)
const dimension = pick<FilterTerm['dimension']>(
  'page',
  'entry',
  'exit',
  'source',
  'channel',
  'referrer',
  'utm_campaign',
  'country',
  'language',
  'device',
  'browser',
  'system',
  'event',
)
const operator = pick<FilterTerm['operator']>('is', 'is_not', 'contains', 'matches')
const values = fc.array(someValue, { minLength: 1, maxLength: 3 })

const term: fc.Arbitrary<FilterTerm> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ operator, dimension, values }) },
  {
    weight: 1,
    arbitrary: fc.record({ operator, dimension: pick('property' as const), property: pick(...KEYS), values }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      operator: pick('is' as const, 'is_not' as const),
      dimension: pick('goal' as const),
      values: fc.array(pick(...GOALS.map(({ id }) => String(id))), { minLength: 1, maxLength: 2 }),
    }),
  },
)

const filter: fc.Arbitrary<Filter> = fc.letrec<{ node: Filter }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    term,
    fc.array(tie('node'), { minLength: 1, maxLength: 3 }).map((all) => ({ all })),
    fc.array(tie('node'), { minLength: 1, maxLength: 3 }).map((any) => ({ any })),
    tie('node').map((not) => ({ not })),
  ),
})).node

const funnelStep: fc.Arbitrary<FunnelStep> = fc.oneof(
  pick('/', '/a*', '*', '/blog/*', '/50%').map((value) => ({ text: `page:${value}`, kind: 'page' as const, value })),
  pick(...NAMES, 'download').map((value) => ({ text: `event:${value}`, kind: 'event' as const, value })),
  pick(...GOALS).map(({ id }) => ({ text: `goal:${id}`, kind: 'goal' as const, value: String(id) })),
)

export const question = fc.record({
  set: fc.nat(),
  timezone: pick(...ZONES),
  filter: fc.option(filter, { nil: undefined }),
  now_after_ms: fc.integer({ min: -20 * HOUR_MS, max: 60 * HOUR_MS }),
  period: pick(
    'realtime' as const,
    'today' as const,
    'yesterday' as const,
    '7d' as const,
    '30d' as const,
    'month' as const,
    'last_month' as const,
    '12mo' as const,
    'all' as const,
    'custom' as const,
    'custom' as const,
    'custom' as const,
  ),
  first_day: fc.integer({ min: -2, max: 1 }),
  days: pick(1, 1, 2, 3, 40),
  interval: pick('hour' as const, 'day' as const, 'week' as const, 'month' as const),
  ask: fc.oneof(
    pick(
      'summary' as const,
      'series' as const,
      'series' as const,
      'funnel' as const,
      'vitals' as const,
      'realtime' as const,
      'revenue' as const,
    ),
    fc.record({
      dimension: pick(
        'page' as const,
        'entry' as const,
        'exit' as const,
        'source' as const,
        'channel' as const,
        'referrer' as const,
        'utm_source' as const,
        'utm_medium' as const,
        'utm_campaign' as const,
        'utm_content' as const,
        'utm_term' as const,
        'country' as const,
        'language' as const,
        'device' as const,
        'browser' as const,
        'system' as const,
        'event' as const,
        'property' as const,
        'goal' as const,
      ),
      property: fc.option(pick(...KEYS), { nil: undefined }),
      search: fc.option(pick('a', '/', '%', "'", 'o'), { nil: undefined, freq: 4 }),
      page: pick(1, 1, 2, 9),
    }),
  ),
  steps: fc.array(funnelStep, { minLength: 2, maxLength: 4 }),
  path: fc.option(path, { nil: undefined }),
})
export type Question = typeof question extends fc.Arbitrary<infer T> ? T : never
