import { AlertWebhook } from '@sitewatch/contract'
import { describe, expect, it } from 'vitest'
import { makeAlertFacts } from '../../../../test/support/alert-facts.ts'
import type { Alert, AlertFacts, Message } from '../message.ts'
import { composeWebhookEvent } from './webhook-event.ts'

const NOTICE = { incident_id: null, monitor_id: 3 }
const EXPIRY = { ...NOTICE, expiry: { expires_at: '2026-12-01T00:00:00.000Z', days_left: 12, domain: null } }
const DOMAIN = { ...NOTICE, expiry: { ...EXPIRY.expiry, domain: 'example.com' } }
const SLOW = { ...NOTICE, slow: { p95_ms: 912.4, slow_ms: 800 } }
const BURN = {
  ...NOTICE,
  monitor_id: null,
  burn: {
    objective_id: 4,
    objective_name: 'Shop is up',
    target: 99.95,
    window_days: 30,
    measure: 'clock' as const,
    burn_rate: 16.7,
    lookback_seconds: 3600,
    budget_left_percent: 97.69,
  },
}
const DETAILS = {
  evidence: '503 from nginx',
  visitors_lost: 120,
  visitors_lost_low: 90,
  visitors_lost_high: 150,
  goals_lost: [{ name: 'Signed up', lost: 4, low: 1, high: 8 }],
  revenue_lost: [{ currency: 'EUR', lost: '208.60', low: '61.20', high: '433.90' }],
  deploy: { version: '2.4.1', environment: 'production', seconds_before: 240 },
  acknowledge_url: 'https://watch.example.com/acknowledge/001-7-3',
  acknowledged: { by: 'Mina', at: '2026-11-15T02:43:00.000Z', note: null },
  escalation: { policy_name: 'Shop', step: 2, steps_count: 3 },
  second_opinion: {
    decision: 'held' as const,
    window_seconds: 600,
    visits: 40,
    expected: 38,
    low: 22,
    high: 55,
    at: '2026-11-15T02:41:20.000Z',
  },
}
const TRAFFIC = {
  monitor_id: null,
  monitor_name: 'shop.example.com',
  traffic: {
    website_id: 12,
    from: '2026-11-15T02:30:00.000Z',
    to: '2026-11-15T02:40:00.000Z',
    visits_expected: 412.4,
    visits_low: 371.2,
    visits_high: 455,
    visits_seen: 3,
  },
}

const FACTS: Readonly<Record<Exclude<Alert['kind'], 'list'>, Partial<AlertFacts>>> = {
  opened: {},
  resolved: { resolved_at: '2026-11-15T02:51:10.000Z', resolution: 'recovered', ...DETAILS },
  reminder: TRAFFIC,
  acknowledged: DETAILS,
  escalation: DETAILS,
  flapping_started: {},
  flapping_ended: {},
  expiring: EXPIRY,
  renewed: EXPIRY,
  domain_expiring: DOMAIN,
  domain_renewed: DOMAIN,
  slow_started: SLOW,
  slow_ended: SLOW,
  burn_fast: BURN,
  burn_slow: { ...BURN, monitor_id: 3 },
}
const ENTRIES = Object.entries(FACTS).map(([kind, facts]) => ({
  kind: kind as Alert['kind'],
  alert: makeAlertFacts(facts),
}))

const MESSAGES: Message[] = [
  { kind: 'test', provider_name: 'Hook' },
  ...ENTRIES.map((entry) => ({ ...entry, possible_repeat: false }) as Alert),
  { kind: 'list', why: 'storm', entries: ENTRIES, link: 'https://watch.example.com', possible_repeat: true } as Alert,
]

describe('composeWebhookEvent', () => {
  it.each(MESSAGES.map((message) => [message.kind, message] as const))(
    'makes what the contract declares and nothing else: %s',
    (_kind, message) => {
      const sent: unknown = JSON.parse(JSON.stringify(composeWebhookEvent(message, new Date(0))))
      expect(AlertWebhook.parse(sent)).toEqual(sent)
    },
  )
})
