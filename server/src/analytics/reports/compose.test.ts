import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inLanguage } from '../../platform/text/index.ts'
import { composeNotice, composePreview, composeReport } from './compose.ts'
import type { ReportFacts } from './facts.ts'
import { periodFrom } from './period.ts'
import { describePeriod, nameCountry, quoteName } from './words.ts'

const DAYS = [12, 14, 9, 20, 31, 2, 0]

const factsOf = (overrides: Partial<ReportFacts> = {}): ReportFacts => ({
  website: { id: 7, domain: 'shop.example.com', timezone: 'Europe/Berlin' },
  period: periodFrom('weekly', '2026-02-02'),
  figures: { visitors: 1234, pageviews: 5678, bounce_percent: 41.2, visit_seconds: 83.4 },
  before: { visitors: 1100, pageviews: 6000, bounce_percent: 44.2, visit_seconds: 83.4 },
  revenue: {
    now: [{ currency: 'EUR', amount: '1234.5', orders: 12, average_order: '102.875' }],
    before: [{ currency: 'EUR', amount: '1000', orders: 10, average_order: '100' }],
  },
  days: DAYS.map((visitors, n) => ({ day: `2026-02-0${2 + n}`, visitors })),
  pages: [{ value: '/', visitors: 900 }],
  sources: [{ value: '', visitors: 500 }],
  countries: [{ value: 'DE', visitors: 800 }],
  goals: [{ name: 'Signed up', visitors: 12, visitor_percent: 1 }],
  uptime: {
    monitors: [
      {
        name: 'Shop',
        uptime_percent: 99.881,
        downtime_seconds: 720,
        incidents: 1,
        certificate_days: 12,
        domain_days: 20,
      },
    ],
    incidents: [
      {
        monitor_name: 'Shop',
        cause: 'The server returned status 503.',
        started_at: '2026-02-03T09:12:00.000Z',
        resolved_at: '2026-02-03T09:24:00.000Z',
        duration_seconds: 720,
        visitors_lost: 120,
        goals_lost: [{ name: 'Signed up', lost: 4 }],
        revenue_lost: [{ currency: 'EUR', lost: '340.00' }],
      },
    ],
    deploys: [{ version: 'v7', environment: 'production', deployed_at: '2026-02-03T09:10:00.000Z' }],
  },
  annotations: [{ happened_at: '2026-02-02T07:00:00.000Z', text: 'Newsletter sent' }],
  is_quiet: false,
  had_traffic: true,
  ...overrides,
})

const MAIL_CONTEXT = {
  base_url: 'https://watch.example.com/w',
  unsubscribe_url: 'https://watch.example.com/w/unsubscribe/00a-b-c',
  possible_repeat: false,
}

/** Paths, referrers and names as an attacker might send them. */
const hostile = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }),
  fc.constantFrom(
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onload='alert(1)",
    '/%0d%0aBcc:x@evil.example',
    'a\r\nBcc: evil@example.com',
    'https://evil.example/login',
    'evil.example',
    'www.evil.example/a?b=c',
    'javascript:alert(1)',
    'cid:visitors-by-day@sitewatch',
    '‮gnp.exe',
    '&#60;b&#62;',
    '<!--',
    '</td></table>',
    '{{7*7}}',
    'x'.repeat(5000),
  ),
)
const TAGS = /<(?!\/?(html|head|meta|title|style|body|table|tr|td|a|p|br|span|bdi|img|!doctype)\b)/gi
const linksIn = (html: string): string[] =>
  Array.from(html.matchAll(/(?:href|src|action|background)="([^"]*)"/g), ([, url = '']) => url)

describe('a report', () => {
  it('has the same content as text', () => {
    const { subject, text, html, inline } = composeReport(factsOf(), MAIL_CONTEXT)
    expect(subject).toBe('shop.example.com, 2–8 February 2026: 1,234 visitors (+12 %)')
    for (const line of [
      'Visitors:       1,234 (+12 %, 1,100 before)',
      'Page views:     5,678 (−5 %, 6,000 before)',
      'Bounce rate:    41.2 % (−3 points, 44.2 % before)',
      'Visit duration: 1 min 23 s (±0 %, 1 min 23 s before)',
      'Revenue (EUR):  €1,234.50 (12 orders; +23 %, €1,000.00 before)',
      '  Thu 5 Feb         20',
      '        900  /',
      '        500  Direct',
      '        800  Germany',
      '         12  Signed up (1.0 %)',
      '    99.88 %  Shop: 1 incident, 12 min down',
      '  Tue 3 Feb, 10:12, for 12 min: Shop: The server returned status 503.',
      '    lost (est.): 120 visitors, 4 × Signed up, €340.00',
      'https://watch.example.com/w/websites/7',
      'Unsubscribe: https://watch.example.com/w/unsubscribe/00a-b-c',
    ])
      expect(text.split('\n')).toContain(line)
    expect(inline.map(({ cid, type }) => [cid, type])).toEqual([['visitors-by-day@sitewatch', 'image/png']])
    expect(html).toContain('src="cid:visitors-by-day@sitewatch"')
  })

  it('has every figure as text, so that it works with images off', () => {
    const { html } = composeReport(factsOf(), MAIL_CONTEXT)
    expect(html).toContain('alt="Visitors by day. Mon 2 Feb: 12, Tue 3 Feb: 14, Wed 4 Feb: 9, Thu 5 Feb: 20,')
    const shown = html.replaceAll(/<style>.*?<\/style>|<[^>]+>/gs, ' ').replaceAll(/\s+/g, ' ')
    for (const words of ['1,234', '5,678', '41.2 %', '1 min 23 s', 'Mon 2 12', 'Sat 7 2', 'Sun 8 0', '99.88 %'])
      expect(shown).toContain(words)
  })

  it.each([
    ['2026-01-26', '26 January – 1 February 2026'],
    ['2025-12-29', '29 December 2025 – 4 January 2026'],
    ['2026-02-02', '2–8 February 2026'],
  ])('names the week of %s', (first, words) => {
    expect(describePeriod(periodFrom('weekly', first))).toBe(words)
  })

  it('shows a month as a calendar', () => {
    const days = Array.from({ length: 31 }, (_, n) => ({
      day: `2026-05-${String(n + 1).padStart(2, '0')}`,
      visitors: n,
    }))
    const { html, subject } = composeReport(
      factsOf({ period: periodFrom('monthly', '2026-05-01'), days }),
      MAIL_CONTEXT,
    )
    expect(subject).toContain('May 2026')
    // The first day is a Friday: four empty cells before it, so five rows.
    expect(html.match(/<td width="14%"><\/td>/g)).toHaveLength(4)
    expect(html).toContain('Sun 31')
  })

  it('renders paths, referrers and names as text only', () => {
    fc.assert(
      fc.property(hostile, hostile, hostile, (a, b, c) => {
        const ranks = [a, b, c].map((value) => ({ value, visitors: 1 }))
        const incidents = [
          {
            monitor_name: a,
            cause: b,
            started_at: '2026-02-03T09:12:00.000Z',
            resolved_at: null,
            duration_seconds: 1,
            visitors_lost: 1,
            goals_lost: [{ name: c, lost: 1 }],
            revenue_lost: [],
          },
        ]
        const monitors = [
          {
            name: c,
            uptime_percent: null,
            downtime_seconds: 0,
            certificate_days: null,
            domain_days: null,
            incidents: 1,
          },
        ]
        const { subject, html, text } = composeReport(
          factsOf({
            pages: ranks,
            sources: ranks,
            countries: ranks,
            goals: [{ name: a, visitors: 1, visitor_percent: null }],
            uptime: {
              monitors,
              incidents,
              deploys: [{ version: a, environment: b, deployed_at: '2026-02-03T09:10:00.000Z' }],
            },
            annotations: [{ happened_at: '2026-02-02T07:00:00.000Z', text: c }],
          }),
          MAIL_CONTEXT,
        )
        expect(subject).not.toMatch(/[\r\n]/)
        expect(html.match(TAGS)).toBeNull()
        expect(linksIn(html)).toEqual([
          'cid:visitors-by-day@sitewatch',
          'https://watch.example.com/w/websites/7',
          MAIL_CONTEXT.unsubscribe_url,
        ])
        expect(html).not.toMatch(/evil\.example|javascript:\w|\u202E/)
        expect(text).not.toMatch(/evil\.example|\u202E|\r/)
        expect(html.isWellFormed() && text.isWellFormed()).toBe(true)
        expect(html.length).toBeLessThan(60_000)
      }),
      { numRuns: 400 },
    )
  })

  it('notes when it may be a repeat', () => {
    const { html, text } = composeReport(factsOf(), { ...MAIL_CONTEXT, possible_repeat: true })
    expect([html, text].every((part) => part.includes('Possible duplicate'))).toBe(true)
    expect(composeReport(factsOf(), MAIL_CONTEXT).html).not.toContain('Possible duplicate')
  })
})

describe('a report in German', () => {
  it('has words, figures, days and countries in German', () => {
    const { subject, text, html } = inLanguage('de', () => composeReport(factsOf(), MAIL_CONTEXT))
    expect(subject).toBe('shop.example.com, 2.–8. Februar 2026: 1.234 Besucher (+12 %)')
    for (const line of [
      'Besucher:       1.234 (+12 %, vorher 1.100)',
      'Absprungrate:   41,2 % (−3 Prozentpunkte, vorher 44,2 %)',
      '  Do., 5. Feb.       20',
      '        500  Direkt',
      '        800  Deutschland',
      '    99,88 %  Shop: 1 Vorfall, 12 min ausgefallen',
      '  Di., 3. Feb., 10:12, Dauer 12 min: Shop: The server returned status 503.',
      'Abbestellen: https://watch.example.com/w/unsubscribe/00a-b-c',
    ])
      expect(text.split('\n')).toContain(line)
    expect(html).toContain('<html lang="de">')
    expect(html).toContain('Statistiken ansehen')
  })

  it.each([
    ['weekly', '2026-01-26', '26. Januar – 1. Februar 2026'],
    ['monthly', '2026-05-01', 'Mai 2026'],
  ] as const)('names the %s period of %s', (kind, first, words) => {
    expect(inLanguage('de', () => describePeriod(periodFrom(kind, first)))).toBe(words)
  })

  it('has a notice in German, too', () => {
    const facts = { website: { id: 7, domain: 'shop.example.com' }, period: periodFrom('weekly', '2026-02-02') }
    const { text } = inLanguage('de', () => composeNotice(facts, MAIL_CONTEXT))
    expect(text).toContain('In der Woche vom 2.–8. Februar 2026 wurden auf shop.example.com keine Besuche erfasst')
  })
})

describe('a preview', () => {
  it('contains the chart and no link that changes a setting', () => {
    const { html, text } = composePreview(factsOf(), MAIL_CONTEXT.base_url)
    expect(html).toContain('src="data:image/png;base64,')
    expect(html + text).not.toContain('/unsubscribe/')
  })

  it('leaves out monitors that its reader may not see', () => {
    const { html, text } = composePreview(factsOf({ uptime: null }), MAIL_CONTEXT.base_url)
    expect(html + text).not.toContain('Uptime')
  })
})

it('a notice names the website without visits, and says that no other notice follows', () => {
  const notice = composeNotice(
    { website: { id: 7, domain: 'shop.example.com' }, period: periodFrom('weekly', '2026-02-02') },
    MAIL_CONTEXT,
  )
  expect(notice.subject).toBe('shop.example.com: no visits recorded, check your tracking script')
  expect(notice.text).toContain('No visits were recorded on shop.example.com in the week of 2–8 February 2026')
  expect(notice.text).toContain('You will not receive another notice')
  expect(linksIn(notice.html)).toEqual(['https://watch.example.com/w/websites/7', MAIL_CONTEXT.unsubscribe_url])
})

describe('names in a report', () => {
  it('leaves plain paths unchanged, so that they can be copied', () => {
    for (const path of ['/', '/a/b.html', '/blog/2026-02-01_x%20y/~me']) expect(quoteName(path)).toBe(path)
  })

  it('shows countries by name, and unknown codes unchanged', () => {
    expect(['DE', 'US', '', 'ZZ', 'xx<'].map(nameCountry)).toEqual([
      'Germany',
      'United States',
      'Unknown',
      'Unknown Region',
      'xx<',
    ])
  })
})

describe('a certificate that expires soon', () => {
  it('is in the report, beside the uptime of its monitor', () => {
    const { html, text } = composePreview(factsOf(), MAIL_CONTEXT.base_url)
    for (const body of [html, text]) expect(body).toContain('Certificate expires in 12 days')
    const monitors = [
      {
        name: 'Shop',
        uptime_percent: 100,
        downtime_seconds: 0,
        incidents: 0,
        certificate_days: null,
        domain_days: null,
      },
    ]
    const later = composePreview(factsOf({ uptime: { monitors, incidents: [], deploys: [] } }), MAIL_CONTEXT.base_url)
    for (const body of [later.html, later.text]) expect(body).not.toContain('Certificate')
  })
})

describe('deploys and annotations', () => {
  it('are listed in the order in which they happened, in the time zone of the website', () => {
    const { html, text } = composePreview(factsOf(), MAIL_CONTEXT.base_url)
    expect(text).toContain(
      'Deploys and annotations\n  Mon 2 Feb, 08:00: Newsletter sent\n  Tue 3 Feb, 10:10: Deploy v7 (production)',
    )
    expect(html.indexOf('Newsletter sent')).toBeGreaterThan(0)
    expect(html.indexOf('Deploy v7 (production)')).toBeGreaterThan(html.indexOf('Newsletter sent'))
  })

  it('are cut to the last twenty in HTML, and left out when there were none', () => {
    const annotations = Array.from({ length: 23 }, (_, n) => ({
      happened_at: `2026-02-0${2 + Math.floor(n / 4)}T07:00:00.000Z`,
      text: `Note ${n}!`,
    }))
    const many = composePreview(factsOf({ annotations }), MAIL_CONTEXT.base_url)
    expect([many.html.includes('Note 3!'), many.html.includes('Note 22!'), many.html.includes('and 4 more')]).toEqual([
      false,
      true,
      true,
    ])
    expect(many.text).toContain('Note 0!')
    const none = composePreview(factsOf({ annotations: [], uptime: null }), MAIL_CONTEXT.base_url)
    for (const body of [none.html, none.text]) expect(body).not.toContain('Deploys and annotations')
  })
})
