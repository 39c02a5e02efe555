import type { JudgedTraffic, SecondOpinion } from '@sitewatch/contract'

/** The facts of an alert. Composers turn them into a message; nothing in here is formatted or escaped. */
export interface AlertFacts {
  /** Null for a notice, which is about no incident. */
  incident_id: number | null
  /** Null for an incident of kind traffic. Then the name is the domain of the website, and the URL is its home page. */
  monitor_id: number | null
  monitor_name: string
  monitor_url: string
  cause: { kind: string; http_status: number | null; message: string }
  started_at: string
  resolved_at: string | null
  duration_seconds: number
  /** How it was resolved; null while it is open. */
  resolution: string | null
  /** The response of the target, shortened; null without a response. */
  evidence: string | null
  visitors_lost: number | null
  /** The range of the estimate; null without one. */
  visitors_lost_low: number | null
  visitors_lost_high: number | null
  /** How the traffic of the website changed the confirmation of the incident. */
  second_opinion: SecondOpinion | null
  /** Estimates with their 90 % interval, largest first; empty when they are not known. */
  goals_lost: readonly { name: string; lost: number; low: number; high: number }[]
  revenue_lost: readonly { currency: string; lost: string; low: string; high: string }[]
  /** Active monitors that depend on this one. */
  dependents_count: number
  /** The monitor that this one depends on and that was down, so that no alert was sent at first. */
  suppressed_by: string | null
  /** The newest deploy that concerns the monitor, if one was made shortly before the first failed check. */
  deploy: { version: string; environment: string; seconds_before: number } | null
  /** The incident in the dashboard; for a notice, the monitor or the objective. */
  link: string
  /** A page with a button that acknowledges the incident, without signing in; null for messages that cannot be acknowledged. */
  acknowledge_url: string | null
  /** Null until somebody acknowledges the incident. */
  acknowledged: { by: string | null; at: string; note: string | null } | null
  /** For an escalation message: the policy and the step. */
  escalation: { policy_name: string; step: number; steps_count: number } | null
  /** For a notice about a certificate, or about the registration of a domain. */
  expiry: { expires_at: string; days_left: number; domain: string | null } | null
  /** For a notice about response times. */
  slow: { p95_ms: number; slow_ms: number } | null
  /** For a notice about the error budget of an objective. */
  burn: {
    objective_id: number
    objective_name: string
    target: number
    window_days: number
    measure: 'clock' | 'visitors'
    burn_rate: number
    lookback_seconds: number
    budget_left_percent: number
  } | null
  /** For an incident of kind traffic: the website, and the visits that were judged. */
  traffic: TrafficFacts | null
}

export interface TrafficFacts extends JudgedTraffic {
  website_id: number
}

export interface TestMessage {
  kind: 'test'
  provider_name: string
  /** Where the recipient confirms; only if that is needed. */
  confirm_url?: string
}

interface AlertMessage {
  kind: 'opened' | 'resolved' | 'reminder' | 'escalation' | 'acknowledged'
  alert: AlertFacts
  /** It may have been sent before: an earlier attempt ended without a known outcome. */
  possible_repeat: boolean
}

/**
 * A certificate or the registration of a domain is about to expire, or was renewed; a monitor became slow, or is no longer; the error budget
 * of an objective burns. About a monitor, not about an incident.
 */
export interface NoticeMessage {
  kind:
    | 'expiring'
    | 'renewed'
    | 'domain_expiring'
    | 'domain_renewed'
    | 'slow_started'
    | 'slow_ended'
    | 'burn_fast'
    | 'burn_slow'
  alert: AlertFacts
  possible_repeat: boolean
}

export interface AlertEntry {
  kind: AlertMessage['kind'] | FlapMessage['kind'] | NoticeMessage['kind']
  alert: AlertFacts
}

/** Several deliveries in one message: too many in a minute, or delayed ones. Each is listed once. */
interface ListMessage {
  kind: 'list'
  why: 'storm' | 'late'
  entries: readonly AlertEntry[]
  link: string
  possible_repeat: boolean
}

/** A monitor that goes up and down repeatedly: one message when flapping starts, one when it ends. */
interface FlapMessage {
  kind: 'flapping_started' | 'flapping_ended'
  alert: AlertFacts
  possible_repeat: boolean
}

export type Message = TestMessage | AlertMessage | ListMessage | FlapMessage | NoticeMessage
export type Alert = Exclude<Message, TestMessage>

/** The entries of a list; a single alert is a list of one. */
export const entriesOf = (message: Alert): readonly AlertEntry[] =>
  message.kind === 'list' ? message.entries : [{ kind: message.kind, alert: message.alert }]

const NOTICES: readonly Alert['kind'][] = [
  'expiring',
  'renewed',
  'domain_expiring',
  'domain_renewed',
  'slow_started',
  'slow_ended',
  'burn_fast',
  'burn_slow',
] satisfies NoticeMessage['kind'][]

export const isNotice = (kind: Alert['kind']): kind is NoticeMessage['kind'] => NOTICES.includes(kind)

const URGENT = new Set<Alert['kind']>(['opened', 'reminder', 'escalation', 'flapping_started'])

/** Something is down: for services that can make more noise than usual. */
export const isUrgent = (message: Alert): boolean => entriesOf(message).some(({ kind }) => URGENT.has(kind))
