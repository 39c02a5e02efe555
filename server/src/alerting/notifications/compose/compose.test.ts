import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inLanguage } from '../../../platform/text/index.ts'
import type { Alert, AlertFacts } from '../message.ts'
import { type ComposedMail, composeMail } from './html-mail.ts'
import { gsmLength, toGsm } from './gsm.ts'
import { composePlainText } from './plain-text.ts'
import { composeSlackBlocks } from './slack-blocks.ts'
import { composeSms, SMS_LENGTH } from './sms.ts'
import { composeWebhookEvent } from './webhook-event.ts'
import { composeTitle } from './words.ts'

const facts = (over: Partial<AlertFacts> = {}): AlertFacts => ({
  incident_id: 7,
  monitor_id: 3,
  monitor_name: 'Shop',
  monitor_url: 'https://shop.example.com/',
  cause: { kind: 'http_status', http_status: 503, message: 'The server returned status 503.' },
  started_at: '2026-11-15T02:41:10.000Z',
  resolved_at: null,
  duration_seconds: 20,
  resolution: null,
  evidence: 'HTTP 503, server: nginx: upstream timed out',
  visitors_lost: null,
  dependents_count: 0,
  suppressed_by: null,
  link: 'https://watch.example.com/incidents/7',
  acknowledge_url: null,
  expiry: null,
  slow: null,
  ...over,
})

const KINDS = [
  'opened',
  'resolved',
  'reminder',
  'flapping_started',
  'flapping_ended',
  'expiring',
  'renewed',
  'domain_expiring',
  'domain_renewed',
  'slow_started',
  'slow_ended',
] as const

/** Names as a tenant might write them: markup, controls, right-to-left, emoji, very long. */
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
    many: fc.integer({ min: 1, max: 60 }),
  })
  .map(({ kind, name, message, repeat, many }) => {
    const alert = facts({
      monitor_name: name,
      cause: { kind: 'connect', http_status: null, message },
      evidence: message,
    })
    return kind === 'list'
      ? {
          kind,
          why: 'storm' as const,
          entries: Array.from({ length: many }, () => ({ kind: 'opened' as const, alert })),
          link: alert.link,
          possible_repeat: repeat,
        }
      : { kind, alert, possible_repeat: repeat }
  })

const bySlackRules = (value: unknown): string[] => {
  const wrong: string[] = []
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const block = node as { type?: string; text?: unknown; fields?: unknown[]; url?: string }
    if (block.type === 'plain_text' && (typeof block.text !== 'string' || block.text.length === 0))
      wrong.push('empty text')
    if (block.type === 'header' && [...(block.text as { text: string }).text].length > 150)
      wrong.push('header too long')
    if (block.type === 'section' && block.fields && (block.fields.length === 0 || block.fields.length > 10))
      wrong.push('fields')
    for (const field of block.fields ?? [])
      if ([...(field as { text: string }).text].length > 2000) wrong.push('field too long')
    for (const inner of Object.values(node)) walk(inner)
  }
  walk(value)
  return wrong
}

describe('SMS', () => {
  it('an SMS fits 160 characters of GSM-7 with its link, whatever the names contain', () => {
    fc.assert(
      fc.property(anyAlert, (message) => {
        const text = composeSms(message) ?? ''
        expect(gsmLength(text)).toBeLessThanOrEqual(SMS_LENGTH)
        expect(toGsm(text)).toBe(text)
        expect(text.endsWith(' https://watch.example.com/incidents/7')).toBe(true)
      }),
      { numRuns: 3000 },
    )
  })

  it('an SMS says what is down, why and since when', () => {
    expect(composeSms({ kind: 'opened', alert: facts(), possible_repeat: false })).toBe(
      'Down: Shop (The server returned status 503.) since 02:41 UTC https://watch.example.com/incidents/7',
    )
  })
})

describe('Slack', () => {
  it("a Slack message keeps to Block Kit's limits, whatever the names contain", () => {
    fc.assert(
      fc.property(anyAlert, (message) => {
        const { text, blocks } = composeSlackBlocks(message) as { text: string; blocks: object[] }
        expect(bySlackRules(blocks)).toEqual([])
        expect(blocks.length).toBeLessThanOrEqual(50)
        expect(text).not.toMatch(/[<>]/)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('plain text', () => {
  it('plain text keeps to its maximum length and ends with the link', () => {
    fc.assert(
      fc.property(anyAlert, (message) => {
        const text = composePlainText(message, 4096)
        expect(text.length).toBeLessThanOrEqual(4096)
        expect(text.endsWith('/incidents/7')).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('mail', () => {
  it('a mail has a subject of one line and no markup from a name', () => {
    fc.assert(
      fc.property(anyAlert, (message) => {
        const { subject, html } = composeMail(message) as Required<ComposedMail>
        expect(subject).not.toMatch(/[\r\n]/)
        expect(html).not.toContain('<script')
        expect(html.match(/<(?!\/?(html|head|meta|title|style|body|table|tr|td|a|p|span|bdi|!doctype)\b)/gi)).toBeNull()
      }),
      { numRuns: 2000 },
    )
  })

  it('a mail says what was resolved and how long it was down', () => {
    const alert = facts({ resolved_at: '2026-11-15T04:11:10.000Z', duration_seconds: 5400, resolution: 'recovered' })
    const { subject, text } = composeMail({ kind: 'resolved', alert, possible_repeat: false })
    expect(subject).toBe('Resolved: Shop, down for 1 h 30 min')
    expect(text).toContain('Cause:                    The server returned status 503.')
    expect(text).toContain('Resolved:                 2026-11-15 04:11 UTC')
    expect(text).toContain('Duration:                 1 h 30 min')
  })

  it('a mail in German has its words in German, and its values in one column', () => {
    const alert = facts({ resolved_at: '2026-11-15T04:11:10.000Z', duration_seconds: 5400, visitors_lost: 1200 })
    const { subject, text, html } = inLanguage('de', () =>
      composeMail({ kind: 'resolved', alert, possible_repeat: true }),
    )
    expect(subject).toBe('Behoben: Shop, ausgefallen für 1 h 30 min')
    for (const line of [
      'Ziel:                         https://shop.example.com/',
      'Behoben:                      2026-11-15 04:11 UTC',
      'Betroffene Besucher (gesch.): 1.200',
      'Mögliche Wiederholung: Diese Nachricht wurde vielleicht schon einmal gesendet.',
    ])
      expect(text.split('\n')).toContain(line)
    expect(html).toContain('Vorfall ansehen')
  })

  it('a test mail is the same in every language', () => {
    const test = { kind: 'test', provider_name: 'Mine' } as const
    expect(inLanguage('de', () => composeMail(test))).toEqual(composeMail(test))
  })

  it('a mail says when it may be a repeat', () => {
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

  it('says when it expires and leads to the monitor, without the words of an incident', () => {
    const { subject, text } = composeMail(notice('expiring'))
    expect(subject).toBe('Certificate expires in 7 days: Shop')
    expect(text).toContain('2026-12-01 12:00')
    expect(text).toContain(link)
    expect(text).not.toMatch(/incident|Cause|Duration/)
    expect(composeTitle(notice('renewed'))).toBe('Certificate renewed: Shop')
    expect(composeSms(notice('expiring'))).toContain('Certificate expires in 7 days: Shop')
  })

  it('is an event of its own for a webhook', () => {
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

  it('says how slow, and leads to the monitor, without the words of an incident', () => {
    const { subject, text } = composeMail(notice('slow_started'))
    expect(subject).toBe('Slow: Shop')
    expect(text).toMatch(/1.24 s[^]*500 ms/)
    expect(text).toContain(link)
    expect(text).not.toMatch(/incident|Cause|Duration/)
    expect(composeSms(notice('slow_ended'))).toContain('No longer slow: Shop')
  })

  it('is an event of its own for a webhook', () => {
    expect(composeWebhookEvent(notice('slow_ended'), new Date(0))).toMatchObject({
      type: 'monitor.slow_ended',
      data: { events: [{ type: 'monitor.slow_ended', notice: { monitor: { id: 3, name: 'Shop' }, ...slow, link } }] },
    })
  })
})
