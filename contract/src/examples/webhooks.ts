/** Example messages of webhooks. A test holds them against the schemas. */
const monitor = { id: 7, name: 'Shop', url: 'https://example.com/' }
const timestamp = '2026-11-16T09:03:31.220Z'

export const INCIDENT_EVENT = {
  type: 'incident.opened',
  incident: {
    kind: 'check',
    incident_id: 118,
    cause: {
      kind: 'http_status',
      http_status: 503,
      message: 'The response was 503 Service Unavailable, expected 200-399.',
    },
    started_at: '2026-11-16T09:03:00.000Z',
    resolved_at: null,
    duration_seconds: 31,
    resolution: null,
    evidence: 'HTTP 503, server: nginx: upstream timed out',
    visitors_lost: null,
    visitors_lost_low: null,
    visitors_lost_high: null,
    second_opinion: null,
    goals_lost: [],
    revenue_lost: [],
    dependents_count: 0,
    suppressed_by: null,
    deploy: { version: '2.4.1', environment: 'production', seconds_before: 240 },
    link: 'https://watch.example.com/incidents/118',
    acknowledge_url: 'https://watch.example.com/acknowledge/001-118-3-kV3nXw8s',
    acknowledged: null,
    escalation: null,
    monitor,
  },
}

export const EXPIRY_EVENT = {
  type: 'certificate.expiring',
  notice: {
    monitor,
    expires_at: '2026-11-30T23:59:59.000Z',
    days_left: 14,
    domain: null,
    link: 'https://watch.example.com/monitors/7',
  },
}

export const SLOW_EVENT = {
  type: 'monitor.slow_started',
  notice: { monitor, p95_ms: 912.4, slow_ms: 800, link: 'https://watch.example.com/monitors/7' },
}

export const BURN_EVENT = {
  type: 'objective.burn_fast',
  notice: {
    monitor,
    objective_id: 4,
    objective_name: 'Shop',
    target: 99.95,
    window_days: 30,
    measure: 'clock',
    burn_rate: 16.7,
    lookback_seconds: 3600,
    budget_left_percent: 97.69,
    link: 'https://watch.example.com/objectives/4',
  },
}

const wrap = (event: { type: string }) => ({
  type: event.type,
  timestamp,
  data: { events: [event], possible_repeat: false },
})
export const EVENT_MESSAGES = [INCIDENT_EVENT, EXPIRY_EVENT, SLOW_EVENT, BURN_EVENT].map(wrap)

export const TEST_MESSAGE = { type: 'test', timestamp, data: { message: 'Test notification 🔔 from Sitewatch' } }

const forSubscriber = {
  page: { name: 'Example status', url: 'https://watch.example.com/s/shop' },
  unsubscribe_url: 'https://watch.example.com/subscriptions/kV3nXw8s/end',
  manage_url: 'https://watch.example.com/subscriptions/kV3nXw8s/manage',
  possible_repeat: false,
}

export const PAGE_INCIDENT_MESSAGE = {
  type: 'incident.opened',
  timestamp,
  data: {
    label: 'Shop',
    cause_kind: 'http_status',
    started_at: '2026-11-16T09:03:00.000Z',
    resolved_at: null,
    duration_seconds: 31,
    ...forSubscriber,
  },
}

export const PAGE_UPDATE_MESSAGE = {
  type: 'incident.updated',
  timestamp,
  data: {
    title: 'Checkout is slow',
    status: 'investigating',
    body: 'We are looking into slow payments.',
    posted_at: timestamp,
    scheduled_for: null,
    scheduled_until: null,
    labels: ['Shop'],
    ...forSubscriber,
  },
}

export const PAGE_CONFIRM_MESSAGE = {
  type: 'subscription.confirm',
  timestamp,
  data: {
    message: 'Open confirm_url, or send a POST request to it, to receive updates of a status page here.',
    confirm_url: 'https://watch.example.com/subscriptions/kV3nXw8s/confirm',
  },
}
