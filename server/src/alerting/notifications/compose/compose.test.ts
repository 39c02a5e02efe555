import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeAlertFacts } from '../../../../test/support/alert-facts.ts'
import { inLanguage } from '../../../platform/text/index.ts'
import type { Alert, AlertFacts } from '../message.ts'
import { type ComposedMail, composeMail } from './html-mail.ts'
import { gsmLength, toGsm } from './gsm.ts'
import { composePlainText } from './plain-text.ts'
import { composePush, topicOf } from './push.ts'
import { composeSlackBlocks } from './slack-blocks.ts'
import { composeSms, SMS_LENGTH } from './sms.ts'
import { composeWebhookEvent } from './webhook-event.ts'
import { composeTitle } from './words.ts'
import { MAX_PUSH_BYTES } from '../web-push.ts'
import { sized } from '../../../../test/support/size.ts'

const facts = (over: Partial<AlertFacts> = {}): AlertFacts =>
  makeAlertFacts({
    cause: { kind: 'http_status', http_status: 503, message: 'The server returned status 503.' },
    evidence: 'HTTP 503, server: nginx: upstream timed out',
    ...over,
  })

const KINDS = [
  'opened',
  'resolved',
  'reminder',
  'acknowledged',
  'escalation',
  'flapping_started',
  'flapping_ended',
  'expiring',
  'renewed',
  'domain_expiring',
  'domain_renewed',
  'slow_started',
  'slow_ended',
  'burn_fast',
  'burn_slow',
] as const

/** Names as a team might write them: markup, controls, right-to-left, emoji, very long. */
const hostile = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }),
  fc.constantFrom(
    '*_[<&|`~>',
    'a\r\nBcc: evil@example.com',
    '<script>alert(1)</script>',
    '‮gnp.exe',
    '😀'.repeat(60),
    'ß€^{}[]~\\|',
    'x'.repeat(5000),
  ),
)
const anyAlert: fc.Arbitrary<Alert> = fc
  .record({
    kind: fc.constantFrom(...KINDS, 'list' as const),
    name: hostile,
    message: hostile,
    repeat: fc.boolean(),
    count: fc.integer({ min: 1, max: 60 }),
  })
  .map(({ kind, name, message, repeat, count }) => {
    const alert = facts({
      monitor_name: name,
      cause: { kind: 'connect', http_status: null, message },
      evidence: message,
      acknowledged: { by: name, at: '2026-11-15T02:44:00.000Z', note: message },
    })
    return kind === 'list'
      ? {
          kind,
          why: 'storm' as const,
          entries: Array.from({ length: count }, () => ({ kind: 'opened' as const, alert })),
          link: alert.link,
          possible_repeat: repeat,
        }
      : { kind, alert, possible_repeat: repeat }
  })

const findSlackViolations = (value: unknown): string[] => {
  const violations: string[] = []
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const block = node as { type?: string; text?: unknown; fields?: unknown[]; url?: string }
    if (block.type === 'plain_text' && (typeof block.text !== 'string' || block.text.length === 0))
      violations.push('empty text')
    if (block.type === 'header' && [...(block.text as { text: string }).text].length > 150)
      violations.push('header too long')
    if (block.type === 'section' && block.fields && (block.fields.length === 0 || block.fields.length > 10))
      violations.push('fields')
    for (const field of block.fields ?? [])
      if ([...(field as { text: string }).text].length > 2000) violations.push('field too long')
    for (const inner of Object.values(node)) walk(inner)
  }
  walk(value)
  return violations
}

describe('an acknowledgement', () => {
  const acknowledged = { by: 'Mina', at: '2026-11-15T02:44:00.000Z', note: 'Restarting the proxy' }
  const message: Alert = { kind: 'acknowledged', alert: facts({ acknowledged }), possible_repeat: false }

  it('says who acknowledged it, when and why, without the evidence', () => {
    expect(composePlainText(message, 4096)).toBe(
      [
        '🟡 Acknowledged by Mina: Shop',
        '',
        'Target: https://shop.example.com/',
        'Started: 2026-11-15 02:41 UTC',
        'Acknowledged: 2026-11-15 02:44 UTC',
        'Note: Restarting the proxy',
        '',
        'https://watch.example.com/incidents/7',
      ].join('\n'),
    )
    expect(inLanguage('de', () => composeTitle(message))).toBe('Bestätigt von Mina: Shop')
  })

  it('has its own type of webhook event', () => {
    expect(composeWebhookEvent(message, new Date(0))).toMatchObject({
      type: 'incident.acknowledged',
      data: { events: [{ type: 'incident.acknowledged', incident: { incident_id: 7, acknowledged } }] },
    })
  })
})

describe('composeSms', () => {
  it('fits 160 GSM-7 characters including its link, whatever the names contain', () => {
    fc.assert(
      fc.property(anyAlert, (message) => {
        const text = composeSms(message) ?? ''
        expect(gsmLength(text)).toBeLessThanOrEqual(SMS_LENGTH)
        expect(toGsm(text)).toBe(text)
        expect(text.endsWith(' https://watch.example.com/incidents/7')).toBe(true)
      }),
      { numRuns: sized(500, 3000) },
    )
  })

  it('says what is down, why and since when', () => {
    expect(composeSms({ kind: 'opened', alert: facts(), possible_repeat: false })).toBe(
      'Down: Shop (The server returned status 503.) since 02:41 UTC https://watch.example.com/incidents/7',
    )
  })
})

describe('composePush', () => {
  it('fits the size that push services accept without cutting its links, whatever the names contain', () => {
    fc.assert(
      fc.property(anyAlert, (message) => {
        const text = composePush(message, { most: MAX_PUSH_BYTES, repeat_key: 'delivery-1-2' })
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_PUSH_BYTES)
        const { url, title, tag } = JSON.parse(text) as Record<string, string>
        expect([url, title !== '', tag]).toEqual([facts().link, true, topicOf(message) ?? 'delivery-1-2'])
      }),
      { numRuns: sized(300, 1000) },
    )
  })

  it('uses topics of at most 32 allowed characters, even for the largest id', () => {
    for (const kind of KINDS) {
      const alert = facts({ monitor_id: Number.MAX_SAFE_INTEGER })
      expect(topicOf({ kind, alert, possible_repeat: false })).toMatch(/^[a-z]+-\d{16}$/)
    }
  })
})

describe('composeSlackBlocks', () => {
  it("keeps to Block Kit's limits, whatever the names contain", () => {
    fc.assert(
      fc.property(anyAlert, (message) => {
        const { text, blocks } = composeSlackBlocks(message) as { text: string; blocks: object[] }
        expect(findSlackViolations(blocks)).toEqual([])
        expect(blocks.length).toBeLessThanOrEqual(50)
        expect(text).not.toMatch(/[<>]/)
      }),
      { numRuns: sized(400, 2000) },
    )
  })
})

describe('composePlainText', () => {
  it('keeps to its maximum length and ends with the link', () => {
    fc.assert(
      fc.property(anyAlert, (message) => {
        const text = composePlainText(message, 4096)
        expect(text.length).toBeLessThanOrEqual(4096)
        expect(text.endsWith('/incidents/7')).toBe(true)
      }),
      { numRuns: sized(400, 2000) },
    )
  })
})

describe('composeMail', () => {
  it('writes a subject of one line and no markup from a name', () => {
    fc.assert(
      fc.property(anyAlert, (message) => {
        const { subject, html } = composeMail(message) as Required<ComposedMail>
        expect(subject).not.toMatch(/[\r\n]/)
        expect(html).not.toContain('<script')
        expect(html.match(/<(?!\/?(html|head|meta|title|style|body|table|tr|td|a|p|span|bdi|!doctype)\b)/gi)).toBeNull()
      }),
      { numRuns: sized(400, 2000) },
    )
  })

  it('says what was resolved and how long it was down', () => {
    const alert = facts({ resolved_at: '2026-11-15T04:11:10.000Z', duration_seconds: 5400, resolution: 'recovered' })
    const { subject, text } = composeMail({ kind: 'resolved', alert, possible_repeat: false })
    expect(subject).toBe('Resolved: Shop, down for 1 h 30 min')
    expect(text).toContain('Cause:                    The server returned status 503.')
    expect(text).toContain('Resolved:                 2026-11-15 04:11 UTC')
    expect(text).toContain('Duration:                 1 h 30 min')
  })

  it('says what the outage cost in goals and revenue, with ranges', () => {
    const alert = facts({
      resolved_at: '2026-11-15T04:11:10.000Z',
      duration_seconds: 5400,
      visitors_lost: 1200,
      goals_lost: [{ name: 'Signed up', lost: 14, low: 8, high: 22 }],
      revenue_lost: [
        { currency: 'EUR', lost: '1204.50', low: '810.10', high: '1720.00' },
        { currency: 'USD', lost: '0.00', low: '0.00', high: '3.00' },
      ],
    })
    const message = { kind: 'resolved', alert, possible_repeat: false } as const
    const { text } = composeMail(message)
    expect(text).toContain('Goals lost (est.):        14 × Signed up (8–22)')
    expect(text).toContain('Revenue lost (est.):      €1,204.50 (€810.10–€1,720.00)\n')
    expect(inLanguage('de', () => composeMail(message)).text).toContain('1.204,50 € (810,10 €–1.720,00 €)')
  })

  it('writes German text and aligns the values in one column', () => {
    const alert = facts({ resolved_at: '2026-11-15T04:11:10.000Z', duration_seconds: 5400, visitors_lost: 1200 })
    const ranged = { ...alert, visitors_lost_low: 900, visitors_lost_high: 1500 }
    const { subject, text, html } = inLanguage('de', () =>
      composeMail({ kind: 'resolved', alert, possible_repeat: true }),
    )
    expect(subject).toBe('Behoben: Shop, ausgefallen für 1 h 30 min')
    for (const line of [
      'Ziel:                         https://shop.example.com/',
      'Behoben:                      2026-11-15 04:11 UTC',
      'Betroffene Besucher (gesch.): 1.200',
      'Mögliches Duplikat: Diese Nachricht wurde vielleicht schon einmal gesendet.',
    ])
      expect(text.split('\n')).toContain(line)
    expect(html).toContain('Vorfall ansehen')
    const withRange = inLanguage('de', () => composeMail({ kind: 'resolved', alert: ranged, possible_repeat: false }))
    expect(withRange.text).toContain('Betroffene Besucher (gesch.): 1.200 (900–1.500)')
  })

  it('says what the visits of the website suggested when the outage was confirmed', () => {
    const figures = { window_seconds: 300, visits: 41, expected: 38, low: 24, high: 54, at: '2026-11-15T02:41:30.000Z' }
    const mail = (decision: 'held' | 'confirmed_sooner', visits: number, kind: 'opened' | 'resolved' = 'opened') =>
      composeMail({
        kind,
        alert: facts({ second_opinion: { ...figures, decision, visits } }),
        possible_repeat: false,
      }).text
    expect(mail('held', 41)).toContain(
      'The site may be unreachable only from our location. 41 visits in 5 min, 38 expected',
    )
    expect(mail('confirmed_sooner', 1)).toContain('which confirms the outage. 1 visit in 5 min, 38 expected (24–54).')
    expect(mail('held', 41, 'resolved')).not.toContain('visits in')
    expect(inLanguage('de', () => mail('held', 41))).toContain('41 Besuche in 5 min, 38 erwartet (24–54).')
  })

  it('writes the same test mail in every language', () => {
    const test = { kind: 'test', provider_name: 'Mine' } as const
    expect(inLanguage('de', () => composeMail(test))).toEqual(composeMail(test))
  })

  it('says when the mail may be a repeat', () => {
    expect(composeMail({ kind: 'opened', alert: facts(), possible_repeat: true }).text).toContain('Possible duplicate')
    expect(composeMail({ kind: 'opened', alert: facts(), possible_repeat: false }).text).not.toContain(
      'Possible duplicate',
    )
  })
})

it('the title of many incidents at once counts the monitors that are down', () => {
  const entries = Array.from({ length: 12 }, () => ({ kind: 'opened' as const, alert: facts() }))
  expect(composeTitle({ kind: 'list', why: 'storm', entries, link: 'x', possible_repeat: false })).toBe(
    '12 monitors are down',
  )
})

it('the title of a list with one entry uses the singular', () => {
  const entries = [{ kind: 'opened' as const, alert: facts() }]
  const title = (why: 'storm' | 'late') =>
    composeTitle({ kind: 'list', why, entries, link: 'x', possible_repeat: false })
  expect([title('storm'), title('late')]).toEqual(['1 monitor is down', '1 delayed notification'])
})

describe('a notice about a certificate', () => {
  const expiry = { expires_at: '2026-12-01T12:00:00.000Z', days_left: 7, domain: null }
  const link = 'https://watch.example.com/monitors/3'
  const notice = (kind: 'expiring' | 'renewed'): Alert => ({
    kind,
    alert: facts({ incident_id: null, expiry, link, evidence: null }),
    possible_repeat: false,
  })

  it('says when it expires and links to the monitor, without the wording of an incident', () => {
    const { subject, text } = composeMail(notice('expiring'))
    expect(subject).toBe('Certificate expires in 7 days: Shop')
    expect(text).toContain('2026-12-01 12:00')
    expect(text).toContain(link)
    expect(text).not.toMatch(/incident|Cause|Duration/)
    expect(composeTitle(notice('renewed'))).toBe('Certificate renewed: Shop')
    expect(composeSms(notice('expiring'))).toContain('Certificate expires in 7 days: Shop')
  })

  it('has its own type of webhook event', () => {
    expect(composeWebhookEvent(notice('expiring'), new Date(0))).toMatchObject({
      type: 'certificate.expiring',
      data: {
        events: [{ type: 'certificate.expiring', notice: { monitor: { id: 3, name: 'Shop' }, ...expiry, link } }],
      },
    })
  })
})

describe('a notice about a domain', () => {
  const expiry = { expires_at: '2026-12-01T12:00:00.000Z', days_left: 7, domain: 'example.com' }
  const notice = (kind: 'domain_expiring' | 'domain_renewed'): Alert => ({
    kind,
    alert: facts({ incident_id: null, expiry, evidence: null }),
    possible_repeat: false,
  })

  it('names the domain, not the monitor', () => {
    const { subject, text } = composeMail(notice('domain_expiring'))
    expect(subject).toBe('Domain expires in 7 days: example.com')
    expect(text).toContain('2026-12-01 12:00')
    expect(text).not.toMatch(/Shop|shop|Certificate/)
    expect(composeTitle(notice('domain_renewed'))).toBe('Domain renewed: example.com')
    expect(composeWebhookEvent(notice('domain_renewed'), new Date(0))).toMatchObject({
      type: 'domain.renewed',
      data: { events: [{ type: 'domain.renewed', notice: { monitor: { id: 3 }, ...expiry } }] },
    })
  })
})

describe('a notice about response times', () => {
  const link = 'https://watch.example.com/monitors/3'
  const slow = { p95_ms: 1240, slow_ms: 500 }
  const notice = (kind: 'slow_started' | 'slow_ended'): Alert => ({
    kind,
    alert: facts({ incident_id: null, slow, link, evidence: null }),
    possible_repeat: false,
  })

  it('says how slow it is and links to the monitor, without the wording of an incident', () => {
    const { subject, text } = composeMail(notice('slow_started'))
    expect(subject).toBe('Slow: Shop')
    expect(text).toMatch(/1.24 s[^]*500 ms/)
    expect(text).toContain(link)
    expect(text).not.toMatch(/incident|Cause|Duration/)
    expect(composeSms(notice('slow_ended'))).toContain('No longer slow: Shop')
  })

  it('has its own type of webhook event', () => {
    expect(composeWebhookEvent(notice('slow_ended'), new Date(0))).toMatchObject({
      type: 'monitor.slow_ended',
      data: { events: [{ type: 'monitor.slow_ended', notice: { monitor: { id: 3, name: 'Shop' }, ...slow, link } }] },
    })
  })
})

describe('an alert about the traffic of a website', () => {
  const traffic = {
    website_id: 12,
    from: '2026-11-15T02:30:00.000Z',
    to: '2026-11-15T02:40:00.000Z',
    visits_expected: 412.4,
    visits_low: 371.2,
    visits_high: 455,
    visits_seen: 3,
  }
  const alert = makeAlertFacts({
    monitor_id: null,
    monitor_name: 'shop.example.com',
    cause: { kind: 'snippet_missing', http_status: null, message: 'The tracking script was not found. Add it.' },
    traffic,
  })
  const message = (kind: 'opened' | 'resolved' | 'reminder', over: Partial<AlertFacts> = {}): Alert => ({
    kind,
    alert: { ...alert, ...over },
    possible_repeat: false,
  })

  it('says what was found, how many visits came and how many were lost, and never says "down"', () => {
    const { subject, text } = composeMail(message('opened'))
    expect(subject).toBe('Traffic dropped: shop.example.com')
    expect(text).toContain('The tracking script was not found.')
    expect(text).toMatch(/Visits: +3 instead of about 412 between .* \(normal: at least 372\)/)
    expect(text).toMatch(/Visits lost \(est\.\): +409/)
    expect(text.toLowerCase()).not.toContain('down')
    expect(composeTitle(message('reminder'))).toBe('Traffic still low: shop.example.com')
    const resolved = { resolved_at: '2026-11-15T03:41:10.000Z', duration_seconds: 3600, visitors_lost: 1200 }
    const over = composeMail(message('resolved', resolved))
    expect(over.subject).toBe('Traffic is back: shop.example.com, low for 1 h')
    expect(over.text).toMatch(/Visitors affected \(est\.\): +1,200/)
  })

  it('has one column of labels in German, too', () => {
    const { text } = inLanguage('de', () => composeMail(message('opened')))
    expect(text).toMatch(/Entgangene Besuche \(gesch\.\): +409/)
  })

  it('fits one SMS of GSM-7 characters with a short cause', () => {
    const text = composeSms(message('opened')) ?? ''
    expect(text).toContain('Traffic dropped: shop.example.com (script missing) since 02:41 UTC')
    expect([gsmLength(text) <= SMS_LENGTH, toGsm(text) === text]).toEqual([true, true])
  })

  it('names the website and no monitor in a webhook, and replaces a push message about the website', () => {
    expect(composeWebhookEvent(message('opened'), new Date(0))).toMatchObject({
      type: 'incident.opened',
      data: {
        events: [
          {
            incident: {
              kind: 'traffic',
              monitor: null,
              website: { id: 12, domain: 'shop.example.com' },
              traffic: { visits_seen: 3, visits_expected: 412.4 },
            },
          },
        ],
      },
    })
    expect(topicOf(message('opened') as Exclude<Alert, { kind: 'list' }>)).toBe('website-12')
  })
})

describe('a notice about an error budget', () => {
  const link = 'https://watch.example.com/objectives/4'
  const burn = {
    objective_id: 4,
    objective_name: 'Shop is up',
    target: 99.95,
    window_days: 30,
    measure: 'clock' as const,
    burn_rate: 16.7,
    lookback_seconds: 3600,
    budget_left_percent: 97.69,
  }
  const notice = (kind: 'burn_fast' | 'burn_slow', changes: Partial<typeof burn> = {}): Alert => ({
    kind,
    alert: facts({ incident_id: null, burn: { ...burn, ...changes }, link, evidence: null }),
    possible_repeat: false,
  })

  it('says what burns, how fast and how much is left, and links to the objective', () => {
    const { subject, text, html } = composeMail(notice('burn_fast'))
    expect(subject).toBe('Error budget is burning fast: Shop is up')
    expect(text).toMatch(/99.95 % of the time in 30 days[^]*17 times what the target allows, over 1 h[^]*97.7 %/)
    expect(text).toContain(link)
    expect(text).not.toMatch(/incident|Cause|Duration/)
    expect(html).toContain('View objective')
    expect(composeSms(notice('burn_slow'))).toContain('Error budget is burning: Shop is up')
    expect(inLanguage('de', () => composeMail(notice('burn_slow')).subject)).toBe(
      'Fehlerbudget wird verbraucht: Shop is up',
    )
  })

  it('has its own type of webhook event, and replaces only notices about the same objective on a phone', () => {
    expect(composeWebhookEvent(notice('burn_fast'), new Date(0))).toMatchObject({
      type: 'objective.burn_fast',
      data: { events: [{ type: 'objective.burn_fast', notice: { monitor: { id: 3, name: 'Shop' }, ...burn, link } }] },
    })
    expect(topicOf(notice('burn_slow'))).toBe('objective-4')
  })
})
