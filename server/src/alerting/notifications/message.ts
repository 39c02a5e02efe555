/** What is told, as facts. Each channel words them for its own medium; nothing in here is formatted or escaped. */
export interface AlertFacts {
  incident_id: number
  monitor_id: number
  monitor_name: string
  monitor_url: string
  cause: { kind: string; http_status: number | null; message: string }
  started_at: string
  resolved_at: string | null
  duration_seconds: number
  /** How it ended; null while it lasts. */
  resolution: string | null
  /** What the target answered, shortened, when it answered at all. */
  evidence: string | null
  visitors_lost: number | null
  /** Where to read on. */
  link: string
}

export interface TestMessage {
  kind: 'test'
  provider_name: string
  /** Where the owner of the address says yes; only where that is needed. */
  confirm_url?: string
}

export interface AlertMessage {
  kind: 'opened' | 'resolved' | 'reminder'
  alert: AlertFacts
  /** We may have sent it before and died before we knew. */
  possible_repeat: boolean
}

export interface AlertEntry {
  kind: AlertMessage['kind'] | FlapMessage['kind']
  alert: AlertFacts
}

/** Several at once: too many in a minute, or what could not be told in time. Each is in it once. */
export interface ListMessage {
  kind: 'list'
  why: 'storm' | 'late'
  entries: readonly AlertEntry[]
  link: string
  possible_repeat: boolean
}

/** A monitor that goes up and down by turns: told once when it begins, once when it ends. */
export interface FlapMessage {
  kind: 'flapping_started' | 'flapping_ended'
  alert: AlertFacts
  possible_repeat: boolean
}

export type Message = TestMessage | AlertMessage | ListMessage | FlapMessage
export type Alert = Exclude<Message, TestMessage>

/** A message of one is a list of one. */
export const entriesOf = (message: Alert): readonly AlertEntry[] =>
  message.kind === 'list' ? message.entries : [{ kind: message.kind, alert: message.alert }]
