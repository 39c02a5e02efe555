// Made from the OpenAPI document by "npm run generate". Do not edit.
import type { Call, CallOptions, Deleted, List } from './call.ts'

export type ProblemCode = 'already_exists' | 'body_too_large' | 'cross_site_request' | 'insufficient_role' | 'insufficient_scope' | 'internal_error' | 'limit_reached' | 'mail_not_sent' | 'malformed_body' | 'not_found' | 'not_possible' | 'precondition_failed' | 'provider_test_failed' | 'rate_limited' | 'report_not_sent' | 'request_in_progress' | 'target_not_allowed' | 'unauthenticated' | 'unavailable' | 'unsupported_media_type' | 'validation_failed'

export type AccountChangeEmailInput = {
  email: string
  password: string
}

export type AccountChangePasswordInput = {
  current_password: string
  password: string
}

export type AccountConfirmTwoFactorInput = {
  /** Six digits from the authenticator app, or a recovery code */
  code?: string | undefined
  /** Instead of a code: what `navigator.credentials.get()` returned, as JSON */
  passkey?: Record<string, unknown> | undefined
}

export type AccountRemoveInput = {
  password: string
}

export type AccountRequestPasswordResetInput = {
  email: string
}

export type AccountResetPasswordInput = {
  token: string
  password: string
}

export type AccountSignUpInput = {
  email: string
  password: string
  setup_code?: string | undefined
  invitation?: string | undefined
}

export type AccountStartTwoFactorInput = {
  password: string
}

export type AccountStopTwoFactorInput = {
  password: string
  /** Six digits from the authenticator app, or a recovery code */
  code?: string | undefined
  /** Instead of a code: what `navigator.credentials.get()` returned, as JSON */
  passkey?: Record<string, unknown> | undefined
}

export type AccountUpdateInput = {
  language?: 'en' | 'de' | null | undefined
}

export type AccountUpdateNotificationsInput = {
  reminder_minutes?: number | null | undefined
  sms_per_day?: number | undefined
}

export type Acknowledgement = {
  object: 'acknowledgement'
  message: string
}

export type AdministeredUser = {
  object: 'user'
  id: number
  email: string
  is_administrator: boolean
  is_suspended: boolean
  two_factor_enabled: boolean
  max_websites: number | null
  max_monitors: number | null
  max_providers: number | null
  max_keys: number | null
  /** When deletion of the account started: access has ended, and data is being deleted in the background */
  deletion_started_at: string | null
  deletion_progress_percent: number | null
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
}

export type ApiKey = {
  object: 'api_key'
  id: number
  name: string
  scopes: Array<'monitors:read' | 'monitors:write' | 'providers:read' | 'providers:write' | 'websites:read' | 'websites:write' | 'stats:read' | 'events:write' | 'team:read' | 'team:write' | 'audit:read'>
  /** The first characters of the key, to identify it */
  prefix: string
  /** ID of the key that created this one; null if a user created it */
  minted_by: number | null
  expires_at: string | null
  last_used_at: string | null
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
}

export type AppriseProvider = {
  object: 'provider'
  id: number
  provider_type: 'apprise'
  name: string
  /** Masked */
  webhook_url: string
  tag: string | null
  /** Whether it is assigned to new monitors created without provider_ids */
  is_default: boolean
  last_delivery: LastDelivery | null
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
}

export type Assignment = {
  object: 'assignment'
  id: number
  monitor_id: number
  provider_id: number
  enabled: boolean
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
}

export type AuditEntry = {
  object: 'audit_entry'
  id: number
  action: 'website.created' | 'website.updated' | 'website.deleted' | 'website.exported' | 'website.report_sent' | 'goal.created' | 'goal.updated' | 'goal.deleted' | 'monitor.created' | 'monitor.updated' | 'monitor.deleted' | 'monitor.provider_assigned' | 'monitor.provider_unassigned' | 'incident.acknowledged' | 'maintenance_window.created' | 'maintenance_window.updated' | 'maintenance_window.deleted' | 'status_page.created' | 'status_page.updated' | 'status_page.deleted' | 'status_page.domain_verified' | 'provider.created' | 'provider.updated' | 'provider.deleted' | 'provider.tested' | 'provider.confirmed' | 'delivery.retried' | 'notification_preferences.updated' | 'team.created' | 'team.updated' | 'team.deleted' | 'team_member.joined' | 'team_member.updated' | 'team_member.removed' | 'team_invitation.created' | 'team_invitation.revoked' | 'api_key.created' | 'api_key.revoked' | 'session.created' | 'session.failed' | 'session.ended' | 'user.created' | 'user.updated' | 'user.deleted' | 'user.password_changed' | 'user.password_reset_requested' | 'user.password_reset' | 'user.verification_sent' | 'user.email_verified' | 'user.email_change_requested' | 'user.email_changed' | 'user.two_factor_started' | 'user.two_factor_enabled' | 'user.two_factor_disabled' | 'user.sign_in_link_created' | 'passkey.created' | 'passkey.updated' | 'passkey.deleted' | 'identity.linked' | 'identity.unlinked' | 'invitation.created' | 'invitation.revoked' | 'audit_log.exported'
  /** operator: a command on the server. system: Sitewatch itself. anonymous: not signed in */
  actor_type: 'user' | 'api_key' | 'operator' | 'system' | 'anonymous'
  /** ID of the user or of the API key */
  actor_id: number | null
  /** E-mail address of the user, name of the API key, or the command */
  actor_name: string
  /** The user, also when an API key of theirs was used */
  user_id: number | null
  record_type: 'website' | 'goal' | 'monitor' | 'incident' | 'maintenance_window' | 'status_page' | 'provider' | 'delivery' | 'notification_preferences' | 'team' | 'team_member' | 'team_invitation' | 'api_key' | 'session' | 'user' | 'passkey' | 'identity' | 'invitation' | 'audit_log'
  record_id: number | null
  /** Name of the record at that time */
  record_name: string
  /** Changed fields. Secrets are masked */
  changes: Array<{
    field: string
    /** null if there was no value */
    before: unknown
    /** null if there is no value */
    after: unknown
  }>
  ip_address: string | null
  /** RFC 3339, UTC, milliseconds */
  created_at: string
}

export type AuditLogExport = {
  object: 'audit_log_export'
  entries: number
  columns: string[]
}

export type AuditLogExportQuery = {
  actor_type?: 'user' | 'api_key' | 'operator' | 'system' | 'anonymous' | undefined
  /** What this user did, also with API keys */
  user_id?: number | undefined
  /** What was done with this API key */
  api_key_id?: number | undefined
  action?: 'website.created' | 'website.updated' | 'website.deleted' | 'website.exported' | 'website.report_sent' | 'goal.created' | 'goal.updated' | 'goal.deleted' | 'monitor.created' | 'monitor.updated' | 'monitor.deleted' | 'monitor.provider_assigned' | 'monitor.provider_unassigned' | 'incident.acknowledged' | 'maintenance_window.created' | 'maintenance_window.updated' | 'maintenance_window.deleted' | 'status_page.created' | 'status_page.updated' | 'status_page.deleted' | 'status_page.domain_verified' | 'provider.created' | 'provider.updated' | 'provider.deleted' | 'provider.tested' | 'provider.confirmed' | 'delivery.retried' | 'notification_preferences.updated' | 'team.created' | 'team.updated' | 'team.deleted' | 'team_member.joined' | 'team_member.updated' | 'team_member.removed' | 'team_invitation.created' | 'team_invitation.revoked' | 'api_key.created' | 'api_key.revoked' | 'session.created' | 'session.failed' | 'session.ended' | 'user.created' | 'user.updated' | 'user.deleted' | 'user.password_changed' | 'user.password_reset_requested' | 'user.password_reset' | 'user.verification_sent' | 'user.email_verified' | 'user.email_change_requested' | 'user.email_changed' | 'user.two_factor_started' | 'user.two_factor_enabled' | 'user.two_factor_disabled' | 'user.sign_in_link_created' | 'passkey.created' | 'passkey.updated' | 'passkey.deleted' | 'identity.linked' | 'identity.unlinked' | 'invitation.created' | 'invitation.revoked' | 'audit_log.exported' | undefined
  record_type?: 'website' | 'goal' | 'monitor' | 'incident' | 'maintenance_window' | 'status_page' | 'provider' | 'delivery' | 'notification_preferences' | 'team' | 'team_member' | 'team_invitation' | 'api_key' | 'session' | 'user' | 'passkey' | 'identity' | 'invitation' | 'audit_log' | undefined
  /** Only with record_type */
  record_id?: number | undefined
  /** Entries from this time on */
  from?: string | undefined
  /** Entries before this time */
  to?: string | undefined
  /** text/csv or application/x-ndjson */
  format?: 'csv' | 'ndjson' | undefined
}

export type AuditLogListQuery = {
  actor_type?: 'user' | 'api_key' | 'operator' | 'system' | 'anonymous' | undefined
  /** What this user did, also with API keys */
  user_id?: number | undefined
  /** What was done with this API key */
  api_key_id?: number | undefined
  action?: 'website.created' | 'website.updated' | 'website.deleted' | 'website.exported' | 'website.report_sent' | 'goal.created' | 'goal.updated' | 'goal.deleted' | 'monitor.created' | 'monitor.updated' | 'monitor.deleted' | 'monitor.provider_assigned' | 'monitor.provider_unassigned' | 'incident.acknowledged' | 'maintenance_window.created' | 'maintenance_window.updated' | 'maintenance_window.deleted' | 'status_page.created' | 'status_page.updated' | 'status_page.deleted' | 'status_page.domain_verified' | 'provider.created' | 'provider.updated' | 'provider.deleted' | 'provider.tested' | 'provider.confirmed' | 'delivery.retried' | 'notification_preferences.updated' | 'team.created' | 'team.updated' | 'team.deleted' | 'team_member.joined' | 'team_member.updated' | 'team_member.removed' | 'team_invitation.created' | 'team_invitation.revoked' | 'api_key.created' | 'api_key.revoked' | 'session.created' | 'session.failed' | 'session.ended' | 'user.created' | 'user.updated' | 'user.deleted' | 'user.password_changed' | 'user.password_reset_requested' | 'user.password_reset' | 'user.verification_sent' | 'user.email_verified' | 'user.email_change_requested' | 'user.email_changed' | 'user.two_factor_started' | 'user.two_factor_enabled' | 'user.two_factor_disabled' | 'user.sign_in_link_created' | 'passkey.created' | 'passkey.updated' | 'passkey.deleted' | 'identity.linked' | 'identity.unlinked' | 'invitation.created' | 'invitation.revoked' | 'audit_log.exported' | undefined
  record_type?: 'website' | 'goal' | 'monitor' | 'incident' | 'maintenance_window' | 'status_page' | 'provider' | 'delivery' | 'notification_preferences' | 'team' | 'team_member' | 'team_invitation' | 'api_key' | 'session' | 'user' | 'passkey' | 'identity' | 'invitation' | 'audit_log' | undefined
  /** Only with record_type */
  record_id?: number | undefined
  /** Entries from this time on */
  from?: string | undefined
  /** Entries before this time */
  to?: string | undefined
  /** Page number, starting at 1 */
  page?: number | undefined
  /** Records per page */
  pageSize?: number | undefined
}

export type BulkRequest = {
  action: 'create'
  /** Monitors to create; only for create */
  monitors: NewMonitor[]
} | {
  action: 'pause'
  /** IDs of monitors; for every action but create */
  ids: number[]
} | {
  action: 'resume'
  /** IDs of monitors; for every action but create */
  ids: number[]
} | {
  action: 'tag'
  /** IDs of monitors; for every action but create */
  ids: number[]
  /** For tag: tags to add */
  add_tags?: string[] | undefined
  /** For tag: tags to remove */
  remove_tags?: string[] | undefined
} | {
  action: 'assign'
  /** IDs of monitors; for every action but create */
  ids: number[]
  /** For assign; needs the scope providers:read */
  provider_ids: number[]
  /** For assign; false disables the assignments */
  enabled?: boolean | undefined
} | {
  action: 'delete'
  /** IDs of monitors; for every action but create */
  ids: number[]
}

export type BulkResult = {
  object: 'bulk'
  action: 'create' | 'pause' | 'resume' | 'tag' | 'assign' | 'delete'
  /** Of create, the new monitors in the order of the request */
  ids: number[]
  /** How many were not already as requested */
  changed_count: number
}

export type Check = {
  object: 'check'
  /** Scheduled time of the check, in milliseconds since 1970. Unique per monitor and location */
  id: number
  monitor_id: number
  location: string
  status: 'up' | 'down' | 'unknown'
  /** RFC 3339, UTC, milliseconds */
  started_at: string
  /** Cause of the failure */
  cause: {
    kind: 'dns' | 'connect' | 'tls' | 'timeout' | 'http_status' | 'keyword' | 'icmp' | 'response' | 'dns_record' | 'assertion' | 'heartbeat_missed' | 'heartbeat_failed'
    http_status: number | null
    message: string
  } | null
  message: string | null
  http_status: number | null
  timings: {
    dns_ms: number | null
    connect_ms: number | null
    tls_ms: number | null
    first_byte_ms: number | null
    total_ms: number | null
  }
  /** Only for ping */
  jitter_ms: number | null
  /** Only for ping */
  loss_percent: number | null
}

export type CreatedApiKey = {
  object: 'api_key'
  id: number
  name: string
  scopes: Array<'monitors:read' | 'monitors:write' | 'providers:read' | 'providers:write' | 'websites:read' | 'websites:write' | 'stats:read' | 'events:write' | 'team:read' | 'team:write' | 'audit:read'>
  /** The first characters of the key, to identify it */
  prefix: string
  /** The API key. Returned only here, once */
  key: string
  /** ID of the key that created this one; null if a user created it */
  minted_by: number | null
  expires_at: string | null
  last_used_at: string | null
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
}

export type CreatedInvitation = {
  object: 'invitation'
  id: number
  email: string
  /** RFC 3339, UTC, milliseconds */
  expires_at: string
  accepted_at: string | null
  /** Link to accept the invitation. Returned only here, once */
  url: string
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
}

export type CreatedTeamInvitation = {
  object: 'team_invitation'
  id: number
  email: string
  role: 'owner' | 'admin' | 'editor' | 'viewer' | 'guest'
  website_ids: number[]
  /** E-mail address of the member who sent the invitation */
  invited_by: string
  /** RFC 3339, UTC, milliseconds */
  expires_at: string
  accepted_at: string | null
  /** Link to accept the invitation. Returned only here, once */
  url: string
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
}

export type DeliveriesListQuery = {
  status?: 'pending' | 'sent' | 'failed' | undefined
  provider_id?: number | undefined
  incident_id?: number | undefined
  /** Page number, starting at 1 */
  page?: number | undefined
  /** Records per page */
  pageSize?: number | undefined
}

export type Delivery = {
  object: 'delivery'
  id: number
  /** Null for a notice, which is about no incident */
  incident_id: number | null
  monitor_id: number
  monitor_name: string
  provider_id: number
  kind: 'opened' | 'resolved' | 'reminder' | 'flapping_started' | 'flapping_ended' | 'expiring' | 'renewed' | 'domain_expiring' | 'domain_renewed' | 'slow_started' | 'slow_ended'
  /** failed: no further automatic attempts; you can retry it */
  status: 'pending' | 'sent' | 'failed'
  attempts: number
  last_error: string | null
  /** The message may have been sent before, because the server stopped during the attempt */
  possible_repeat: boolean
  sent_at: string | null
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
}

export type DiscordProvider = {
  object: 'provider'
  id: number
  provider_type: 'discord'
  name: string
  /** Masked */
  webhook_url: string
  /** Whether it is assigned to new monitors created without provider_ids */
  is_default: boolean
  last_delivery: LastDelivery | null
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
}

export type EmailProvider = {
  object: 'provider'
  id: number
  provider_type: 'email'
  name: string
  recipient_email: string
  /** Whether it is assigned to new monitors created without provider_ids */
  is_default: boolean
  last_delivery: LastDelivery | null
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
}

export type EventDrops = {
  object: 'event_drops'
  website_id: number
  /** First day, UTC */
  from: string
  to: string
  total: number
  reasons: Array<{
    /** Such as bot, wrong_host, excluded_address */
    reason: string
    description: string
    count: number
    /** RFC 3339, UTC, milliseconds */
    last_at: string
    days: Array<{
      date: string
      count: number
    }>
  }>
  /** Bots among them, by name, most frequent first */
  bots: Array<{
    name: string
    count: number
  }>
}

export type EventReceipt = {
  object: 'event_receipt'
  website_id: number
  /** Number of accepted events. They are already stored */
  accepted: number
  dropped: Array<{
    /** Index in events, from 0 */
    index: number
    reason: string
    description: string
  }>
}

export type EventsSendInput = NewEvents

export type Evidence = {
  object: 'evidence'
  incident_id: number
  status: number | null
  headers: Record<string, string>
  /** The first 300 characters, without secret values of the monitor */
  body: string | null
}

export type Goal = {
  object: 'goal'
  id: number
  website_id: number
  name: string
  kind: 'page' | 'event'
  /** A path, where * matches any characters, or the name of an event */
  value: string
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
}

export type GoalChanges = {
  name?: string | undefined
  kind?: 'page' | 'event' | undefined
  /** A path, where * matches any characters, or the name of an event */
  value?: string | undefined
}

export type GoalsCreateInput = NewGoal

export type GoalsListQuery = {
  /** Page number, starting at 1 */
  page?: number | undefined
  /** Records per page */
  per_page?: number | undefined
}

export type GoalsUpdateInput = GoalChanges

export type GoogleChatProvider = {
  object: 'provider'
  id: number
  provider_type: 'google_chat'
  name: string
  /** Masked */
  webhook_url: string
  /** Whether it is assigned to new monitors created without provider_ids */
  is_default: boolean
  last_delivery: LastDelivery | null
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
}

export type IdentitiesListQuery = {
  /** Page number, starting at 1 */
  page?: number | undefined
  /** Records per page */
  pageSize?: number | undefined
}

export type Identity = {
  object: 'identity'
  id: number
  /** URL of the identity provider */
  issuer: string
  /** E-mail address at the identity provider, as of the last sign-in */
  email: string
  /** RFC 3339, UTC, milliseconds */
  last_used_at: string
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
}

export type IdentityLink = {
  object: 'identity_link'
  /** Open it in the same browser, to sign in at the identity provider */
  url: string
}

export type Impact = {
  /** Median of the same hours in previous weeks */
  visitors_expected: number
  visitors_seen: number
  visitors_lost: number
  /** Number of previous weeks with traffic to compare with */
  basis: '2 weeks' | '3 weeks' | '4 weeks'
  /** Whether website traffic confirms the outage. Null during its first five minutes */
  traffic_check: {
    /** Visitors who opened a page in the first five minutes of the outage */
    visitors_last_5_min: number
    usual: number
    /** traffic_normal: visitors still came, so it may only be unreachable from Sitewatch. traffic_gone: visits stopped, too. inconclusive: too little traffic to tell, or a partial drop */
    verdict: 'traffic_normal' | 'traffic_gone' | 'inconclusive'
  } | null
}

export type Incident = {
  object: 'incident'
  id: number
  monitor_id: number
  monitor_name: string
  status: 'open' | 'acknowledged' | 'resolved'
  cause: {
    kind: 'dns' | 'connect' | 'tls' | 'timeout' | 'http_status' | 'keyword' | 'icmp' | 'response' | 'dns_record' | 'assertion' | 'heartbeat_missed' | 'heartbeat_failed'
    http_status: number | null
    message: string
  }
  resolution: 'recovered' | 'paused' | 'changed' | 'deleted' | null
  /** Time of the first failed check, not of the confirmation */
  started_at: string
  /** RFC 3339, UTC, milliseconds */
  confirmed_at: string
  acknowledged_at: string | null
  /** Who acknowledged it; null when nobody did */
  acknowledged_by: string | null
  acknowledgement_note: string | null
  resolved_at: string | null
  duration_seconds: number
  /** The monitor that this one depends on and that was down, so that nobody was alerted */
  suppressed_by_id: number | null
  suppressed_by_name: string | null
  /** When alerts were sent because the incident outlasted that of the monitor it depends on */
  suppressed_until: string | null
  /** Estimated visitors affected, for a monitor with a website. Null: not known yet, or too little traffic */
  impact: Impact | null
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
}

export type IncidentsAcknowledgeInput = {
  /** Your name. Omitted: the e-mail address of the account, or the name of the API key */
  by?: string | undefined
  /** Shown with the incident */
  note?: string | undefined
}

export type IncidentsListQuery = {
  status?: 'open' | 'acknowledged' | 'resolved' | undefined
  monitor_id?: number | undefined
  /** Only incidents of monitors that have this tag now */
  tag?: string | undefined
  /** Page number, starting at 1 */
  page?: number | undefined
  /** Records per page */
  pageSize?: number | undefined
}

export type Invitation = {
  object: 'invitation'
  id: number
  email: string
  /** RFC 3339, UTC, milliseconds */
  expires_at: string
  accepted_at: string | null
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
}

export type InvitationsCreateInput = {
  email: string
}

export type InvitationsListQuery = {
  /** Page number, starting at 1 */
  page?: number | undefined
  /** Records per page */
  pageSize?: number | undefined
}

export type KeysCreateInput = NewApiKey

export type KeysListQuery = {
  /** Page number, starting at 1 */
  page?: number | undefined
  /** Records per page */
  pageSize?: number | undefined
}

export type LastDelivery = {
  kind: 'test' | 'alert'
  outcome: 'sent' | 'failed'
  message: string | null
  /** RFC 3339, UTC, milliseconds */
  at: string
}

export type Live = {
  object: 'live'
  topics: Array<'website' | 'monitor' | 'incident' | 'provider' | 'assignment' | 'delivery' | 'maintenance_window' | 'goal' | 'status_page'>
}

export type MaintenanceCreateInput = NewMaintenanceWindow

export type MaintenanceListQuery = {
  /** Page number, starting at 1 */
  page?: number | undefined
  /** Records per page */
  pageSize?: number | undefined
}

export type MaintenanceUpdateInput = MaintenanceWindowChanges

export type MaintenanceWindow = {
  object: 'maintenance_window'
  id: number
  name: string
  /** All monitors, including future ones */
  all_monitors: boolean
  /** IDs of the monitors; empty if all_monitors is true */
  monitor_ids: number[]
  timezone: string
  /** RFC 3339, UTC, milliseconds */
  starts_at: string
  /** RFC 3339, UTC, milliseconds */
  ends_at: string
  repeat: 'none' | 'daily' | 'weekly'
  is_under_way: boolean
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
}

export type MaintenanceWindowChanges = {
  name?: string | undefined
  /** true: all monitors, including future ones. false: only those in monitor_ids, at least one. If omitted, an empty monitor_ids means all */
  all_monitors?: boolean | undefined
  /** IDs of the monitors. Empty without all_monitors: all monitors. Send all_monitors to be explicit */
  monitor_ids?: number[] | undefined
  /** IANA time zone name. Repetitions follow its local time */
  timezone?: string | undefined
  starts_at?: string | undefined
  ends_at?: string | undefined
  repeat?: 'none' | 'daily' | 'weekly' | undefined
}

export type MatrixProvider = {
  object: 'provider'
  id: number
  provider_type: 'matrix'
  name: string
  homeserver_url: string
  room_id: string
  /** Masked */
  access_token: string
  /** Whether it is assigned to new monitors created without provider_ids */
  is_default: boolean
  last_delivery: LastDelivery | null
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
}

export type MattermostProvider = {
  object: 'provider'
  id: number
  provider_type: 'mattermost'
  name: string
  /** Masked */
  webhook_url: string
  channel: string | null
  /** Whether it is assigned to new monitors created without provider_ids */
  is_default: boolean
  last_delivery: LastDelivery | null
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
}

export type Monitor = {
  object: 'monitor'
  id: number
  friendly_name: string
  /** Of a heartbeat, its ping_url */
  url: string
  type: 'dns' | 'heartbeat' | 'http' | 'ping' | 'tcp' | 'tls'
  /** Of a heartbeat, its period_seconds, or the shortest gap of its cron expression */
  interval: number
  is_active: boolean
  status: 'down' | 'pending' | 'up' | 'paused'
  timeout_seconds: number
  slow_ms: number | null
  record_type: 'A' | 'AAAA' | 'CNAME' | 'MX' | 'TXT' | 'NS' | 'CAA' | null
  expected_values: string[] | null
  resolver: string | null
  expiry_notice_days: number[] | null
  period_seconds: number | null
  cron: string | null
  timezone: string | null
  grace_seconds: number | null
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS' | null
  request_headers: Record<string, string> | null
  request_body: string | null
  expected_status: string[] | null
  follow_redirects: boolean | null
  keyword: string | null
  keyword_mode: 'present' | 'absent' | null
  verify_tls: boolean | null
  auth_method: 'none' | 'basic' | 'bearer' | null
  auth_username: string | null
  auth_password: string | null
  auth_token: string | null
  ip_version: 'any' | 'ipv4' | 'ipv6' | null
  assertions: Array<{
    source: 'status' | 'header' | 'body' | 'json' | 'response_time' | 'certificate_days'
    path: string | null
    operator: 'equals' | 'not_equals' | 'contains' | 'not_contains' | 'matches' | 'not_matches' | 'less_than' | 'greater_than' | 'exists' | 'not_exists'
    value: string | number | boolean | null
    name: string | null
  }> | null
  starttls: 'none' | 'smtp' | 'imap' | 'pop3' | 'ftp' | 'postgres' | null
  send: string | null
  expect: string | null
  min_tls_version: '1.2' | '1.3' | null
  server_name: string | null
  website_id: number | null
  /** Domain of the linked website */
  website_domain: string | null
  locations: string[]
  quorum: number
  tags: string[]
  depends_on: number[]
  /** IDs of the providers with an enabled assignment */
  provider_ids: number[]
  /** True if no alert would be sent, because no enabled provider is assigned */
  alerts_nobody: boolean
  last_checked_at: string | null
  last_response_ms: number | null
  /** Response times are above slow_ms; the status stays as it is */
  is_slow: boolean
  last_error: string | null
  tls_expires_at: string | null
  /** Who issued the certificate */
  tls_issuer: string | null
  /** Names that the certificate is valid for; the first 20 */
  tls_names: string[] | null
  /** The certificates that the server presented, its own first */
  tls_chain: Array<{
    subject: string
    issuer: string
    /** RFC 3339, UTC, milliseconds */
    expires_at: string
  }> | null
  /** When the registration of its domain expires, as the registry says; null: unknown */
  domain_expires_at: string | null
  /** Only for heartbeat: where the job sends its pings */
  ping_url: string | null
  /** Only for heartbeat: the last ping of any kind */
  last_ping_at: string | null
  /** Only for heartbeat: when the next ping is expected; null before the first one and while paused */
  next_ping_at: string | null
  uptime: {
    '24h': number | null
    '30d': number | null
  }
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
}

export type MonitorChanges = {
  friendly_name?: string | undefined
  url?: string | undefined
  type?: 'dns' | 'heartbeat' | 'http' | 'ping' | 'tcp' | 'tls' | undefined
  /** Seconds between checks; at least 30, unless the server allows less */
  interval?: number | undefined
  is_active?: boolean | undefined
  timeout_seconds?: number | undefined
  /** The monitor is slow while the 95th percentile of the last ten minutes is above so many milliseconds. null: never */
  slow_ms?: number | null | undefined
  record_type?: 'A' | 'AAAA' | 'CNAME' | 'MX' | 'TXT' | 'NS' | 'CAA' | undefined
  /** Each must be among the records, for example 10 mail.example.com for MX; empty: any record */
  expected_values?: string[] | undefined
  /** Host or IP address to ask, optionally with a port; empty: the DNS servers of Sitewatch */
  resolver?: string | null | undefined
  /** Days before the certificate or the domain registration expires on which to notify; empty: never */
  expiry_notice_days?: number[] | undefined
  /** Time between two pings; leave it empty if you set a cron expression */
  period_seconds?: number | null | undefined
  /** When the job runs, for example 30 2 * * *; leave it empty if you set a period */
  cron?: string | null | undefined
  /** Time zone of the cron expression, for example Europe/Berlin */
  timezone?: string | undefined
  /** How late a ping may be before an incident opens */
  grace_seconds?: number | undefined
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS' | undefined
  /** Values are write-only: they are returned masked */
  request_headers?: Record<string, string> | undefined
  /** For POST, PUT, PATCH and DELETE; at most 8 KiB */
  request_body?: string | null | undefined
  /** Status codes and ranges that count as up, such as 200-299 */
  expected_status?: Array<number | string> | undefined
  /** Up to 5; the last response is checked */
  follow_redirects?: boolean | undefined
  /** Text to search for in the first 1 MiB of the response; not with HEAD */
  keyword?: string | null | undefined
  keyword_mode?: 'present' | 'absent' | undefined
  /** An invalid or expired certificate counts as down */
  verify_tls?: boolean | undefined
  auth_method?: 'none' | 'basic' | 'bearer' | undefined
  auth_username?: string | null | undefined
  auth_password?: string | null | undefined
  auth_token?: string | null | undefined
  ip_version?: 'any' | 'ipv4' | 'ipv6' | undefined
  /** Conditions that the response must meet; up to 20 */
  assertions?: Array<{
    source: 'status' | 'header' | 'body' | 'json' | 'response_time' | 'certificate_days'
    path?: string | null | undefined
    operator: 'equals' | 'not_equals' | 'contains' | 'not_contains' | 'matches' | 'not_matches' | 'less_than' | 'greater_than' | 'exists' | 'not_exists'
    value?: string | number | boolean | null | undefined
    name?: string | null | undefined
  }> | undefined
  /** How to switch the connection to TLS before anything else is sent */
  starttls?: 'none' | 'smtp' | 'imap' | 'pop3' | 'ftp' | 'postgres' | undefined
  /** For example PING\r\n. Escapes: \r, \n, \t, \0, \\ and \xHH */
  send?: string | null | undefined
  /** Text that the first 64 KiB of the reply must contain, with the same escapes */
  expect?: string | null | undefined
  /** An older version counts as down */
  min_tls_version?: '1.2' | '1.3' | undefined
  /** Name to ask for (SNI) and to find in the certificate; empty: the host */
  server_name?: string | null | undefined
  website_id?: number | null | undefined
  locations?: string[] | undefined
  quorum?: number | undefined
  /** Labels to filter by: at most 20, in lower case */
  tags?: string[] | undefined
  /** IDs of monitors. While one of them is down, nobody is alerted about this one */
  depends_on?: number[] | undefined
}

export type MonitorsAssignInput = {
  provider_id: number
  enabled?: boolean | undefined
}

export type MonitorsBulkInput = BulkRequest

export type MonitorsChecksQuery = {
  status?: 'up' | 'down' | 'unknown' | undefined
  /** Page number, starting at 1 */
  page?: number | undefined
  /** Records per page */
  pageSize?: number | undefined
}

export type MonitorsCreateInput = NewMonitor

export type MonitorsIncidentsMeta = {
  window: '24h' | '30d' | '6mo' | '1y'
  /** RFC 3339, UTC, milliseconds */
  window_start: string
  /** RFC 3339, UTC, milliseconds */
  window_end: string
  downtime_seconds: number
  unknown_seconds: number
  uptime_percent: number | null
}

export type MonitorsIncidentsQuery = {
  window?: '24h' | '30d' | '6mo' | '1y' | undefined
  /** Page number, starting at 1 */
  page?: number | undefined
  /** Records per page */
  pageSize?: number | undefined
}

export type MonitorsListQuery = {
  status?: 'up' | 'down' | undefined
  /** As `status`, with pending and paused as well */
  state?: 'down' | 'pending' | 'up' | 'paused' | undefined
  type?: 'dns' | 'heartbeat' | 'http' | 'ping' | 'tcp' | 'tls' | undefined
  /** Text contained in the name or the URL */
  search?: string | undefined
  /** Only monitors with this tag */
  tag?: string | undefined
  /** Only monitors that depend directly on this one */
  depends_on?: number | undefined
  /** true: only monitors without alerts. false: only monitors with alerts */
  alerts_nobody?: boolean | 0 | 1 | undefined
  /** true: only slow monitors. false: only others */
  is_slow?: boolean | 0 | 1 | undefined
  /** status: down first, then pending, up and paused, each by name */
  sort?: 'newest' | 'status' | undefined
  /** Page number, starting at 1 */
  page?: number | undefined
  /** Records per page */
  pageSize?: number | undefined
}

export type MonitorsNotificationsQuery = {
  /** Page number, starting at 1 */
  page?: number | undefined
  /** Records per page */
  pageSize?: number | undefined
}

export type MonitorsPingsQuery = {
  /** Page number, starting at 1 */
  page?: number | undefined
  /** Records per page */
  pageSize?: number | undefined
}

export type MonitorsRecentChecksQuery = {
  /** Ids with commas between them, at most 100. Omitted: all monitors, newest first */
  monitor_ids?: string | undefined
  /** Page number, starting at 1 */
  page?: number | undefined
  /** Records per page */
  pageSize?: number | undefined
}

export type MonitorsResponseTimesQuery = {
  window?: '24h' | '30d' | '6mo' | '1y' | undefined
}

export type MonitorsUnassignInput = {
  provider_id: number
}

export type MonitorsUpdateInput = MonitorChanges

export type MonitorsUptimeQuery = {
  window?: '24h' | '30d' | '6mo' | '1y' | undefined
}

export type NewApiKey = {
  name: string
  scopes: Array<'monitors:read' | 'monitors:write' | 'providers:read' | 'providers:write' | 'websites:read' | 'websites:write' | 'stats:read' | 'events:write' | 'team:read' | 'team:write' | 'audit:read'>
  expires_at?: string | null | undefined
}

export type NewAppriseProvider = {
  provider_type: 'apprise'
  /** Notify URL. With the key of a stored configuration: https://apprise.example.com/notify/KEY */
  webhook_url: string
  /** Tag. Only services with this tag. All if empty. */
  tag?: string | null | undefined
  name?: string | null | undefined
  /** Whether it is assigned to new monitors created without provider_ids */
  is_default?: boolean | undefined
}

export type NewDiscordProvider = {
  provider_type: 'discord'
  /** Webhook URL */
  webhook_url: string
  name?: string | null | undefined
  /** Whether it is assigned to new monitors created without provider_ids */
  is_default?: boolean | undefined
}

export type NewEmailProvider = {
  provider_type: 'email'
  /** E-mail address */
  recipient_email: string
  name?: string | null | undefined
  /** Whether it is assigned to new monitors created without provider_ids */
  is_default?: boolean | undefined
}

export type NewEvent = {
  kind?: 'pageview' | 'engagement' | 'event' | 'outbound' | 'download' | 'not_found' | undefined
  /** URL of the page, on the website's domain or a subdomain */
  url: string
  /** Unique ID of the event: repeated events with the same ID count once. Without an ID, every event counts */
  id?: string | undefined
  /** When the event happened, at most 24 hours ago. Default: now */
  time?: string | undefined
  /** Name of the event; required for kind event */
  name?: string | undefined
  props?: Record<string, string | number | boolean> | undefined
  revenue?: {
    amount: number
    currency: string
  } | undefined
  referrer?: string | undefined
  /** Target URL; required for outbound and download */
  target?: string | undefined
  engaged_ms?: number | undefined
  scroll_percent?: number | undefined
}

export type NewEvents = {
  website_id?: number | undefined
  tracking_id?: string | undefined
  domain?: string | undefined
  /** IP address of the visitor. Used for the country, exclusions and the daily visitor hash; never stored */
  ip_address: string
  /** The visitor's User-Agent */
  user_agent: string
  /** The visitor's Accept-Language */
  language?: string | undefined
  events: NewEvent[]
}

export type NewGoal = {
  name: string
  kind: 'page' | 'event'
  /** A path, where * matches any characters, or the name of an event */
  value: string
}

export type NewGoogleChatProvider = {
  provider_type: 'google_chat'
  /** Webhook URL. In the space: Apps & integrations, Webhooks. https://chat.googleapis.com/v1/spaces/… */
  webhook_url: string
  name?: string | null | undefined
  /** Whether it is assigned to new monitors created without provider_ids */
  is_default?: boolean | undefined
}

export type NewMaintenanceWindow = {
  name: string
  starts_at: string
  ends_at: string
  /** true: all monitors, including future ones. false: only those in monitor_ids, at least one. If omitted, an empty monitor_ids means all */
  all_monitors?: boolean | undefined
  /** IDs of the monitors. Empty without all_monitors: all monitors. Send all_monitors to be explicit */
  monitor_ids?: number[] | undefined
  /** IANA time zone name. Repetitions follow its local time */
  timezone?: string | undefined
  repeat?: 'none' | 'daily' | 'weekly' | undefined
}

export type NewMatrixProvider = {
  provider_type: 'matrix'
  /** Homeserver URL. https://matrix.org, or your own server. */
  homeserver_url: string
  /** Room ID. In the room’s settings, under Advanced: !abc:example.com. Invite the account to the room first. */
  room_id: string
  /** Access token. Of the account that sends. In Element: All settings, Help & About, Advanced. */
  access_token: string
  name?: string | null | undefined
  /** Whether it is assigned to new monitors created without provider_ids */
  is_default?: boolean | undefined
}

export type NewMattermostProvider = {
  provider_type: 'mattermost'
  /** Webhook URL. https://your-server/hooks/… */
  webhook_url: string
  /** Channel. Overrides the default channel, if the webhook is not locked to it. */
  channel?: string | null | undefined
  name?: string | null | undefined
  /** Whether it is assigned to new monitors created without provider_ids */
  is_default?: boolean | undefined
}

export type NewMonitor = {
  friendly_name: string
  /** Required, except for type heartbeat, where it is assigned */
  url?: string | undefined
  type?: 'dns' | 'heartbeat' | 'http' | 'ping' | 'tcp' | 'tls' | undefined
  /** Seconds between checks; at least 30, unless the server allows less */
  interval?: number | undefined
  is_active?: boolean | undefined
  timeout_seconds?: number | undefined
  /** The monitor is slow while the 95th percentile of the last ten minutes is above so many milliseconds. null: never */
  slow_ms?: number | null | undefined
  record_type?: 'A' | 'AAAA' | 'CNAME' | 'MX' | 'TXT' | 'NS' | 'CAA' | undefined
  /** Each must be among the records, for example 10 mail.example.com for MX; empty: any record */
  expected_values?: string[] | undefined
  /** Host or IP address to ask, optionally with a port; empty: the DNS servers of Sitewatch */
  resolver?: string | null | undefined
  /** Days before the certificate or the domain registration expires on which to notify; empty: never */
  expiry_notice_days?: number[] | undefined
  /** Time between two pings; leave it empty if you set a cron expression */
  period_seconds?: number | null | undefined
  /** When the job runs, for example 30 2 * * *; leave it empty if you set a period */
  cron?: string | null | undefined
  /** Time zone of the cron expression, for example Europe/Berlin */
  timezone?: string | undefined
  /** How late a ping may be before an incident opens */
  grace_seconds?: number | undefined
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS' | undefined
  /** Values are write-only: they are returned masked */
  request_headers?: Record<string, string> | undefined
  /** For POST, PUT, PATCH and DELETE; at most 8 KiB */
  request_body?: string | null | undefined
  /** Status codes and ranges that count as up, such as 200-299 */
  expected_status?: Array<number | string> | undefined
  /** Up to 5; the last response is checked */
  follow_redirects?: boolean | undefined
  /** Text to search for in the first 1 MiB of the response; not with HEAD */
  keyword?: string | null | undefined
  keyword_mode?: 'present' | 'absent' | undefined
  /** An invalid or expired certificate counts as down */
  verify_tls?: boolean | undefined
  auth_method?: 'none' | 'basic' | 'bearer' | undefined
  auth_username?: string | null | undefined
  auth_password?: string | null | undefined
  auth_token?: string | null | undefined
  ip_version?: 'any' | 'ipv4' | 'ipv6' | undefined
  /** Conditions that the response must meet; up to 20 */
  assertions?: Array<{
    source: 'status' | 'header' | 'body' | 'json' | 'response_time' | 'certificate_days'
    path?: string | null | undefined
    operator: 'equals' | 'not_equals' | 'contains' | 'not_contains' | 'matches' | 'not_matches' | 'less_than' | 'greater_than' | 'exists' | 'not_exists'
    value?: string | number | boolean | null | undefined
    name?: string | null | undefined
  }> | undefined
  /** How to switch the connection to TLS before anything else is sent */
  starttls?: 'none' | 'smtp' | 'imap' | 'pop3' | 'ftp' | 'postgres' | undefined
  /** For example PING\r\n. Escapes: \r, \n, \t, \0, \\ and \xHH */
  send?: string | null | undefined
  /** Text that the first 64 KiB of the reply must contain, with the same escapes */
  expect?: string | null | undefined
  /** An older version counts as down */
  min_tls_version?: '1.2' | '1.3' | undefined
  /** Name to ask for (SNI) and to find in the certificate; empty: the host */
  server_name?: string | null | undefined
  website_id?: number | null | undefined
  locations?: string[] | undefined
  quorum?: number | undefined
  /** Labels to filter by: at most 20, in lower case */
  tags?: string[] | undefined
  /** IDs of monitors. While one of them is down, nobody is alerted about this one */
  depends_on?: number[] | undefined
  /** Providers to alert; needs the scope providers:read. Omitted: your default providers */
  provider_ids?: number[] | undefined
}

export type NewNtfyProvider = {
  provider_type: 'ntfy'
  /** Topic. Anybody who knows the topic can read it: choose one that cannot be guessed. */
  topic: string
  /** Server. https://ntfy.sh if empty. */
  server_url?: string | null | undefined
  /** Access token. Only for a protected topic: tk_… */
  ntfy_token?: string | null | undefined
  name?: string | null | undefined
  /** Whether it is assigned to new monitors created without provider_ids */
  is_default?: boolean | undefined
}

export type NewOpsgenieProvider = {
  provider_type: 'opsgenie'
  /** API key. Of an API integration of your team, with the right to create alerts. */
  api_key: string
  /** API URL. https://api.opsgenie.com if empty. EU: https://api.eu.opsgenie.com */
  api_url?: string | null | undefined
  name?: string | null | undefined
  /** Whether it is assigned to new monitors created without provider_ids */
  is_default?: boolean | undefined
}

export type NewPagerdutyProvider = {
  provider_type: 'pagerduty'
  /** Integration key. 32 characters, from an Events API v2 integration. */
  routing_key: string
  name?: string | null | undefined
  /** Whether it is assigned to new monitors created without provider_ids */
  is_default?: boolean | undefined
}

export type NewProvider = NewEmailProvider | NewSlackProvider | NewTelegramProvider | NewSmsProvider | NewWebhookProvider | NewDiscordProvider | NewPagerdutyProvider | NewAppriseProvider | NewGoogleChatProvider | NewMatrixProvider | NewMattermostProvider | NewNtfyProvider | NewOpsgenieProvider | NewPushoverProvider | NewTeamsProvider

export type NewPushoverProvider = {
  provider_type: 'pushover'
  /** User or group key. 30 characters, on pushover.net after you sign in. */
  user_key: string
  /** API token. Of an application that you create on pushover.net/apps/build. */
  api_token: string
  name?: string | null | undefined
  /** Whether it is assigned to new monitors created without provider_ids */
  is_default?: boolean | undefined
}

export type NewSlackProvider = {
  provider_type: 'slack'
  /** Webhook URL. https://hooks.slack.com/services/… */
  webhook_url: string
  /** Channel. Overrides the default channel, if the webhook allows it. */
  channel?: string | null | undefined
  /** Display name */
  username?: string | null | undefined
  name?: string | null | undefined
  /** Whether it is assigned to new monitors created without provider_ids */
  is_default?: boolean | undefined
}

export type NewSmsProvider = {
  provider_type: 'sms'
  /** Phone number. With country code: +15551234567 */
  phone_number: string
  name?: string | null | undefined
  /** Whether it is assigned to new monitors created without provider_ids */
  is_default?: boolean | undefined
}

export type NewStatusPage = {
  name: string
  /** The page is at /s/<slug>. Default: generated from the name */
  slug?: string | undefined
  /** Custom domain that serves the page at its root, or null */
  domain?: string | null | undefined
  description?: string | null | undefined
  /** Monitors to show, in this order */
  monitors?: Array<{
    monitor_id: number
    /** Shown instead of the name of the monitor */
    label?: string | null | undefined
  }> | undefined
  /** Websites to show, one row each with the combined status of its monitors */
  website_ids?: number[] | undefined
  is_public?: boolean | undefined
  show_response_times?: boolean | undefined
}

export type NewTeamsProvider = {
  provider_type: 'teams'
  /** Workflow URL. In Teams: Workflows, “Send webhook alerts to a channel”. Copy the URL it shows at the end. */
  webhook_url: string
  name?: string | null | undefined
  /** Whether it is assigned to new monitors created without provider_ids */
  is_default?: boolean | undefined
}

export type NewTelegramProvider = {
  provider_type: 'telegram'
  /** Chat ID. A chat ID or an @name. */
  chat_id: string | number
  /** Bot token. From @BotFather: 123456:ABC… */
  token: string
  name?: string | null | undefined
  /** Whether it is assigned to new monitors created without provider_ids */
  is_default?: boolean | undefined
}

export type NewWebhookProvider = {
  provider_type: 'webhook'
  /** URL */
  webhook_url: string
  /** Signing secret. Your server uses it to verify messages. Copy it now: it will be masked later. */
  signing_secret: string
  name?: string | null | undefined
  /** Whether it is assigned to new monitors created without provider_ids */
  is_default?: boolean | undefined
}

export type NewWebsite = {
  /** Domain name; a full URL is reduced to its host without www. */
  domain: string
  /** 0 = Public, 1 = Private, 2 = Password */
  privacy?: 0 | 1 | 2 | undefined
  /** Password of the public statistics page when privacy is 2. Never returned */
  password?: string | undefined
  /** Periodic e-mail reports: 0 = Disabled, 1 = Enabled */
  email?: 0 | 1 | undefined
  /** Exclude common bots from tracking: 0 = Disabled, 1 = Enabled */
  exclude_bots?: 0 | 1 | undefined
  /** URL query parameters to exclude, one per line; * for all. An empty string clears the list */
  exclude_params?: string | null | undefined
  /** IP addresses to exclude, one IPv4 or IPv6 address or CIDR range per line. An empty string clears the list */
  exclude_ips?: string | null | undefined
  /** IANA name, such as Europe/Berlin */
  timezone?: string | undefined
  /** Data retention in days; null: the server default */
  retention_days?: number | null | undefined
  /** Respect Do Not Track (DNT, Sec-GPC) */
  honor_dnt?: boolean | 0 | 1 | undefined
  /** Allow search engines to index the public page; only when privacy is 0 */
  indexable?: boolean | 0 | 1 | undefined
  /** Labels to filter by: at most 20, in lower case */
  tags?: string[] | undefined
}

export type NotificationPreferences = {
  object: 'notification_preferences'
  /** How often to send reminders of an open incident that is not acknowledged */
  reminder_minutes: number | null
  sms_per_day: number
  /** Provider types that are not configured on this server, with the missing settings */
  unavailable_types: Array<{
    provider_type: 'email' | 'slack' | 'telegram' | 'sms' | 'webhook' | 'discord' | 'pagerduty' | 'apprise' | 'google_chat' | 'matrix' | 'mattermost' | 'ntfy' | 'opsgenie' | 'pushover' | 'teams'
    missing_settings: string[]
  }>
}

export type NtfyProvider = {
  object: 'provider'
  id: number
  provider_type: 'ntfy'
  name: string
  topic: string
  server_url: string | null
  ntfy_token: string | null
  /** Whether it is assigned to new monitors created without provider_ids */
  is_default: boolean
  last_delivery: LastDelivery | null
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
}

export type OpsgenieProvider = {
  object: 'provider'
  id: number
  provider_type: 'opsgenie'
  name: string
  /** Masked */
  api_key: string
  api_url: string | null
  /** Whether it is assigned to new monitors created without provider_ids */
  is_default: boolean
  last_delivery: LastDelivery | null
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
}

export type Overview = {
  object: 'overview'
  /** 24 hours before `to`: the start of `hourly` */
  from: string
  /** RFC 3339, UTC, milliseconds */
  to: string
  /** Open incidents of all monitors */
  monitor_counts: {
    total: number
    /** Not paused */
    active: number
    /** Active monitors that are not being checked: Sitewatch is offline, or checks are overdue */
    unchecked: number
  }
  /** Newest first */
  open_incidents: OverviewIncident[]
  /** Resolved in the last 7 days, at most 5, newest first */
  recent_incidents: OverviewIncident[]
  /** All websites, favorites first, then by domain */
  websites: OverviewWebsite[]
  /** Monitors without a website, by name */
  monitors: OverviewMonitor[]
  /** What needs attention. Providers are included only with the scope providers:read */
  notices: OverviewNotice[]
}

export type OverviewIncident = {
  object: 'incident'
  id: number
  monitor_id: number
  monitor_name: string
  status: 'open' | 'acknowledged' | 'resolved'
  cause: {
    kind: 'dns' | 'connect' | 'tls' | 'timeout' | 'http_status' | 'keyword' | 'icmp' | 'response' | 'dns_record' | 'assertion' | 'heartbeat_missed' | 'heartbeat_failed'
    http_status: number | null
    message: string
  }
  resolution: 'recovered' | 'paused' | 'changed' | 'deleted' | null
  /** Time of the first failed check, not of the confirmation */
  started_at: string
  /** RFC 3339, UTC, milliseconds */
  confirmed_at: string
  acknowledged_at: string | null
  /** Who acknowledged it; null when nobody did */
  acknowledged_by: string | null
  acknowledgement_note: string | null
  resolved_at: string | null
  duration_seconds: number
  /** The monitor that this one depends on and that was down, so that nobody was alerted */
  suppressed_by_id: number | null
  suppressed_by_name: string | null
  /** When alerts were sent because the incident outlasted that of the monitor it depends on */
  suppressed_until: string | null
  /** Estimated visitors affected, for a monitor with a website. Null: not known yet, or too little traffic */
  impact: Impact | null
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
  /** Name of the monitor */
  friendly_name: string
  /** URL of the monitor */
  url: string
  website_id: number | null
}

export type OverviewMonitor = {
  id: number
  friendly_name: string
  url: string
  type: 'dns' | 'heartbeat' | 'http' | 'ping' | 'tcp' | 'tls'
  status: 'up' | 'down' | 'paused' | 'pending'
  is_active: boolean
  tags: string[]
  /** As in the monitor */
  alerts_nobody: boolean
  last_response_ms: number | null
  uptime_24h: number | null
  /** Downtime in the last 24 hours, oldest first: [start, end]; end null: still down */
  outages: Array<[string, string | null]>
  /** Time not observed in the last 24 hours, oldest first: before the monitor was created, while it was paused, while Sitewatch could not check. End null: ongoing */
  unobserved: Array<[string, string | null]>
}

export type OverviewNotice = {
  kind: 'provider_failing'
  provider_id: number
  name: string
  /** Since when deliveries to it have failed */
  since: string
  last_error: string | null
} | {
  kind: 'tracking_silent'
  website_id: number
  domain: string
  /** Time of the last event */
  since: string
} | {
  kind: 'certificates_expiring'
  /** Active monitors whose certificate has expired or expires within the first of their expiry_notice_days, soonest first */
  monitors: Array<{
    monitor_id: number
    friendly_name: string
    /** RFC 3339, UTC, milliseconds */
    expires_at: string
  }>
} | {
  kind: 'domains_expiring'
  /** The same for the domains of active monitors; each with one of its monitors */
  domains: Array<{
    domain: string
    monitor_id: number
    /** RFC 3339, UTC, milliseconds */
    expires_at: string
  }>
} | {
  kind: 'alerts_nobody'
  /** Active monitors without alerts, by name */
  monitor_ids: number[]
}

export type OverviewShowQuery = {
  /** Only websites with this tag, monitors with it or of such a website, and their incidents */
  tag?: string | undefined
}

export type OverviewWebsite = {
  id: number
  domain: string
  favorite: boolean
  tracking_id: string
  first_event_at: string | null
  tags: string[]
  /** Visitors in the last 5 minutes; null while statistics are unavailable */
  visitors_now: number | null
  visitors_24h: number | null
  /** Visitors per hour, from `from` to `to` */
  hourly: number[] | null
  monitor_ids: number[]
  /** Combined status of its monitors: down if one is down, else the first of up, pending, paused that applies. Null: no monitor */
  status: 'up' | 'down' | 'paused' | 'pending' | null
  /** Whether one of its active monitors has no alerts */
  alerts_nobody: boolean
  /** The lowest uptime of its monitors */
  uptime_24h: number | null
  /** Downtime in the last 24 hours, oldest first: [start, end]; end null: still down */
  outages: Array<[string, string | null]>
  /** Time not observed in the last 24 hours, oldest first: before the monitor was created, while it was paused, while Sitewatch could not check. End null: ongoing */
  unobserved: Array<[string, string | null]>
}

export type PageLinks = {
  first: string
  last: string
  prev: string | null
  next: string | null
}

export type PageMeta = {
  current_page: number
  per_page: number
  from: number | null
  to: number | null
  last_page: number
  total: number
}

export type PagerdutyProvider = {
  object: 'provider'
  id: number
  provider_type: 'pagerduty'
  name: string
  /** Masked */
  routing_key: string
  /** Whether it is assigned to new monitors created without provider_ids */
  is_default: boolean
  last_delivery: LastDelivery | null
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
}

export type Passkey = {
  object: 'passkey'
  id: number
  name: string
  last_used_at: string | null
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
}

export type PasskeyRequest = {
  object: 'passkey_request'
  /** The `publicKey` options of WebAuthn, as JSON. The challenge is valid once, for five minutes */
  options: Record<string, unknown>
}

export type PasskeysCreateInput = {
  name: string
  credential: Record<string, unknown>
}

export type PasskeysListQuery = {
  /** Page number, starting at 1 */
  page?: number | undefined
  /** Records per page */
  pageSize?: number | undefined
}

export type PasskeysStartInput = {
  password: string
}

export type PasskeysUpdateInput = {
  name: string
}

export type Ping = {
  object: 'ping'
  /** Number of the ping of this monitor, starting at 1 */
  id: number
  monitor_id: number
  kind: 'success' | 'start' | 'fail'
  /** Exit status of the job, if the ping named it */
  exit_status: number | null
  /** From ?rid=, which tells overlapping runs apart */
  run_id: string | null
  /** Time since the start ping of the same run; null without a start ping */
  run_ms: number | null
  /** Up to 10 KiB of what the job sent */
  body: string | null
  /** RFC 3339, UTC, milliseconds */
  received_at: string
}

export type Problem = {
  /** URL of the page about this problem */
  type: string
  title: string
  status: number
  /** What to branch on in a program */
  code: string
  /** What happened and what to do, for people */
  detail: string
  /** With insufficient_scope: the scope that is missing */
  required_scope?: string
  /** With insufficient_role: the least role that is needed */
  required_role?: string
  /** With validation_failed: every invalid field */
  errors?: Array<{
    field: string
    code: string
    message: string
  }>
  request_id: string
}

export type Provider = EmailProvider | SlackProvider | TelegramProvider | SmsProvider | WebhookProvider | DiscordProvider | PagerdutyProvider | AppriseProvider | GoogleChatProvider | MatrixProvider | MattermostProvider | NtfyProvider | OpsgenieProvider | PushoverProvider | TeamsProvider

export type ProviderChanges = {
  /** E-mail address */
  recipient_email?: string | undefined
  webhook_url?: string | undefined
  channel?: string | null | undefined
  /** Display name */
  username?: string | null | undefined
  /** Chat ID. A chat ID or an @name. */
  chat_id?: string | number | undefined
  /** Bot token. From @BotFather: 123456:ABC… */
  token?: string | undefined
  /** Phone number. With country code: +15551234567 */
  phone_number?: string | undefined
  /** Signing secret. Your server uses it to verify messages. Copy it now: it will be masked later. */
  signing_secret?: string | undefined
  /** Integration key. 32 characters, from an Events API v2 integration. */
  routing_key?: string | undefined
  /** Tag. Only services with this tag. All if empty. */
  tag?: string | null | undefined
  /** Homeserver URL. https://matrix.org, or your own server. */
  homeserver_url?: string | undefined
  /** Room ID. In the room’s settings, under Advanced: !abc:example.com. Invite the account to the room first. */
  room_id?: string | undefined
  /** Access token. Of the account that sends. In Element: All settings, Help & About, Advanced. */
  access_token?: string | undefined
  /** Topic. Anybody who knows the topic can read it: choose one that cannot be guessed. */
  topic?: string | undefined
  /** Server. https://ntfy.sh if empty. */
  server_url?: string | null | undefined
  /** Access token. Only for a protected topic: tk_… */
  ntfy_token?: string | null | undefined
  /** API key. Of an API integration of your team, with the right to create alerts. */
  api_key?: string | undefined
  /** API URL. https://api.opsgenie.com if empty. EU: https://api.eu.opsgenie.com */
  api_url?: string | null | undefined
  /** User or group key. 30 characters, on pushover.net after you sign in. */
  user_key?: string | undefined
  /** API token. Of an application that you create on pushover.net/apps/build. */
  api_token?: string | undefined
  name?: string | null | undefined
  /** Whether it is assigned to new monitors created without provider_ids */
  is_default?: boolean | undefined
}

export type ProviderTest = {
  object: 'provider_test'
  /** Null: settings that are not saved */
  provider_id: number | null
  success: true
  message: string
}

export type ProvidersCreateInput = NewProvider

export type ProvidersListQuery = {
  /** Page number, starting at 1 */
  page?: number | undefined
  /** Records per page */
  pageSize?: number | undefined
}

export type ProvidersTryInput = NewProvider

export type ProvidersUpdateInput = ProviderChanges

export type PushoverProvider = {
  object: 'provider'
  id: number
  provider_type: 'pushover'
  name: string
  /** Masked */
  user_key: string
  /** Masked */
  api_token: string
  /** Whether it is assigned to new monitors created without provider_ids */
  is_default: boolean
  last_delivery: LastDelivery | null
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
}

export type RecentChecks = {
  object: 'recent_checks'
  monitor_id: number
  /** Newest first, over at most about 30 intervals of the monitor */
  checks: Array<{
    /** RFC 3339, UTC, milliseconds */
    started_at: string
    status: 'up' | 'down' | 'unknown'
    total_ms: number | null
  }>
}

export type Report = {
  object: 'report'
  website_id: number
  period: 'weekly' | 'monthly'
  /** RFC 3339, UTC, milliseconds */
  from: string
  /** End of the period, exclusive */
  to: string
  timezone: string
  /** True if there were no visits in the period; such a report is not sent */
  is_quiet: boolean
  subject: string
  /** As in the e-mail, but with an inline chart and without the unsubscribe link */
  html: string
  text: string
}

export type ReportDelivery = {
  object: 'report_delivery'
  id: number
  website_id: number
  /** notice: sent instead of a report when visits stopped */
  kind: 'weekly' | 'monthly' | 'notice'
  /** First day of the period, in the website's time zone */
  starts_on: string
  /** Last day of the period */
  ends_on: string
  recipient: string
  /** quiet: no visits, so no report was sent. skipped: too late, or reports were disabled */
  status: 'pending' | 'sent' | 'quiet' | 'skipped' | 'failed'
  /** Why the report was not sent */
  reason: string | null
  attempts: number
  possible_repeat: boolean
  /** RFC 3339, UTC, milliseconds */
  due_at: string
  sent_at: string | null
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
}

export type ReportSend = {
  object: 'report_send'
  website_id: number
  period: 'weekly' | 'monthly'
  /** RFC 3339, UTC, milliseconds */
  from: string
  /** End of the period, exclusive */
  to: string
  timezone: string
  success: true
  message: string
}

export type ReportsPreviewQuery = {
  /** The last complete week (Monday to Sunday) or calendar month, in the website's time zone */
  period?: 'weekly' | 'monthly' | undefined
  /** text/html: only the e-mail, as a page without scripts that this site can embed */
  format?: 'html' | undefined
}

export type ReportsSendInput = {
  /** The last complete week (Monday to Sunday) or calendar month, in the website's time zone */
  period?: 'weekly' | 'monthly' | undefined
}

export type ReportsSendsQuery = {
  /** Page number, starting at 1 */
  page?: number | undefined
  /** Records per page */
  per_page?: number | undefined
}

export type ResponseTimes = {
  object: 'response_times'
  monitor_id: number
  window: '24h' | '30d' | '6mo' | '1y'
  /** RFC 3339, UTC, milliseconds */
  window_start: string
  /** RFC 3339, UTC, milliseconds */
  window_end: string
  bucket_seconds: number
  /** One entry per interval with checks, oldest first. Response times are from successful checks */
  points: Array<{
    /** RFC 3339, UTC, milliseconds */
    start: string
    up: number
    down: number
    unknown: number
    dns: {
      p50_ms: number
      p95_ms: number
    } | null
    connect: {
      p50_ms: number
      p95_ms: number
    } | null
    tls: {
      p50_ms: number
      p95_ms: number
    } | null
    first_byte: {
      p50_ms: number
      p95_ms: number
    } | null
    total: {
      p50_ms: number
      p95_ms: number
    } | null
  }>
}

export type Session = {
  object: 'session'
  id: number
  is_current: boolean
  user_agent: string | null
  ip_address: string | null
  /** RFC 3339, UTC, milliseconds */
  last_used_at: string
  /** RFC 3339, UTC, milliseconds */
  expires_at: string
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
}

export type SessionCreateInput = {
  email: string
  password: string
  /** Six digits from the authenticator app, or a recovery code */
  code?: string | undefined
  /** Instead of a code: what `navigator.credentials.get()` returned, as JSON */
  passkey?: Record<string, unknown> | undefined
}

export type SessionCreateWithPasskeyInput = {
  credential: Record<string, unknown>
}

export type SessionsListQuery = {
  /** Page number, starting at 1 */
  page?: number | undefined
  /** Records per page */
  pageSize?: number | undefined
}

export type SignedIn = {
  object: 'session'
  id: number
  user: User
  /** RFC 3339, UTC, milliseconds */
  expires_at: string
}

export type SlackProvider = {
  object: 'provider'
  id: number
  provider_type: 'slack'
  name: string
  /** Masked */
  webhook_url: string
  channel: string | null
  username: string | null
  /** Whether it is assigned to new monitors created without provider_ids */
  is_default: boolean
  last_delivery: LastDelivery | null
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
}

export type SmsProvider = {
  object: 'provider'
  id: number
  provider_type: 'sms'
  name: string
  phone_number: string
  /** Whether it is assigned to new monitors created without provider_ids */
  is_default: boolean
  last_delivery: LastDelivery | null
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
}

export type StatsBreakdownMeta = {
  period: 'realtime' | 'today' | 'yesterday' | '7d' | '30d' | 'month' | 'last_month' | '12mo' | 'all' | 'custom'
  timezone: string
  /** Null: not sampled. Otherwise the share of visitors that was sampled; figures are extrapolated from it */
  sample_percent: number | null
  dimension: 'page' | 'entry' | 'exit' | 'source' | 'channel' | 'referrer' | 'utm_source' | 'utm_medium' | 'utm_campaign' | 'utm_content' | 'utm_term' | 'country' | 'language' | 'device' | 'browser' | 'system' | 'event' | 'property' | 'goal'
}

export type StatsBreakdownQuery = {
  /** realtime: the last 30 minutes. 7d, 30d: including today. month: the current month up to now. last_month: the previous month. 12mo: including the current month. all: since the first visit. All in the website's time zone */
  period?: 'realtime' | 'today' | 'yesterday' | '7d' | '30d' | 'month' | 'last_month' | '12mo' | 'all' | 'custom' | undefined
  /** First day of a custom period */
  from?: string | undefined
  /** Last day of a custom period, inclusive */
  to?: string | undefined
  /** Filter for visits: JSON such as ["is","country","DE","AT"] or ["and",["contains","page","/blog"],["is_not","source","Google"]]. Operators is, is_not, contains, matches (* for any characters); and, or, not */
  filters?: string | undefined
  dimension?: 'page' | 'entry' | 'exit' | 'source' | 'channel' | 'referrer' | 'utm_source' | 'utm_medium' | 'utm_campaign' | 'utm_content' | 'utm_term' | 'country' | 'language' | 'device' | 'browser' | 'system' | 'event' | 'property' | 'goal' | undefined
  /** Only with dimension=property: the property whose values to list. If omitted, lists the names of the properties */
  property?: string | undefined
  /** Text contained in the value */
  search?: string | undefined
  /** Only with dimension=page: adds the bounce rate of the visits that started on each page */
  include?: 'bounce_percent' | undefined
  /** Page number, starting at 1 */
  page?: number | undefined
  /** Records per page */
  per_page?: number | undefined
}

export type StatsExport = {
  object: 'stats_export'
  website_id: number
  period: 'realtime' | 'today' | 'yesterday' | '7d' | '30d' | 'month' | 'last_month' | '12mo' | 'all' | 'custom'
  /** RFC 3339, UTC, milliseconds */
  from: string
  /** RFC 3339, UTC, milliseconds */
  to: string
  timezone: string
  events: number
  columns: string[]
}

export type StatsExportQuery = {
  /** realtime: the last 30 minutes. 7d, 30d: including today. month: the current month up to now. last_month: the previous month. 12mo: including the current month. all: since the first visit. All in the website's time zone */
  period?: 'realtime' | 'today' | 'yesterday' | '7d' | '30d' | 'month' | 'last_month' | '12mo' | 'all' | 'custom' | undefined
  /** First day of a custom period */
  from?: string | undefined
  /** Last day of a custom period, inclusive */
  to?: string | undefined
  /** text/csv or application/x-ndjson, streamed by UTC day. X-Total-Events contains the number of lines */
  format?: 'csv' | 'ndjson' | undefined
}

export type StatsFunnel = {
  object: 'stats_funnel'
  website_id: number
  period: 'realtime' | 'today' | 'yesterday' | '7d' | '30d' | 'month' | 'last_month' | '12mo' | 'all' | 'custom'
  /** RFC 3339, UTC, milliseconds */
  from: string
  /** RFC 3339, UTC, milliseconds */
  to: string
  timezone: string
  /** Null: not sampled. Otherwise the share of visitors that was sampled; figures are extrapolated from it */
  sample_percent: number | null
  /** All visits that started in the period */
  visits: number
  steps: Array<{
    step: string
    /** Visits that reached this step, in this order */
    visits: number
    /** One decimal; null if there is no data */
    percent_of_first: number | null
    /** One decimal; null if there is no data */
    percent_of_previous: number | null
  }>
}

export type StatsFunnelQuery = {
  /** realtime: the last 30 minutes. 7d, 30d: including today. month: the current month up to now. last_month: the previous month. 12mo: including the current month. all: since the first visit. All in the website's time zone */
  period?: 'realtime' | 'today' | 'yesterday' | '7d' | '30d' | 'month' | 'last_month' | '12mo' | 'all' | 'custom' | undefined
  /** First day of a custom period */
  from?: string | undefined
  /** Last day of a custom period, inclusive */
  to?: string | undefined
  /** Filter for visits: JSON such as ["is","country","DE","AT"] or ["and",["contains","page","/blog"],["is_not","source","Google"]]. Operators is, is_not, contains, matches (* for any characters); and, or, not */
  filters?: string | undefined
  /** JSON array of 2 to 8 steps: "page:/pricing*", "event:signup", "goal:12" */
  steps?: string | undefined
}

export type StatsRealtime = {
  object: 'stats_realtime'
  website_id: number
  /** RFC 3339, UTC, milliseconds */
  at: string
  /** In the last 5 minutes */
  visitors: number
  visitors_30_minutes: number
  pageviews_30_minutes: number
  minutes: Array<{
    /** RFC 3339, UTC, milliseconds */
    start: string
    visitors: number
    pageviews: number
  }>
}

export type StatsRealtimeQuery = {
  /** Filter for visits: JSON such as ["is","country","DE","AT"] or ["and",["contains","page","/blog"],["is_not","source","Google"]]. Operators is, is_not, contains, matches (* for any characters); and, or, not */
  filters?: string | undefined
}

export type StatsRow = {
  object: 'stats_row'
  /** Empty string: none or unknown */
  value: string
  /** Only for goals */
  name: string | null
  visitors: number
  visits: number
  pageviews: number | null
  events: number | null
  /** One decimal; null if there is no data */
  bounce_percent: number | null
  /** Average with one decimal; null if there is no data */
  visit_seconds: number | null
  /** Average with one decimal; null if there is no data */
  page_seconds: number | null
  /** Share of all visitors in the period: the conversion rate of a goal */
  visitor_percent: number | null
}

export type StatsSeries = {
  object: 'stats_series'
  website_id: number
  period: 'realtime' | 'today' | 'yesterday' | '7d' | '30d' | 'month' | 'last_month' | '12mo' | 'all' | 'custom'
  /** RFC 3339, UTC, milliseconds */
  from: string
  /** RFC 3339, UTC, milliseconds */
  to: string
  timezone: string
  /** Null: not sampled. Otherwise the share of visitors that was sampled; figures are extrapolated from it */
  sample_percent: number | null
  interval: 'minute' | 'hour' | 'day' | 'week' | 'month'
  /** One entry per interval, including those without visits, oldest first */
  points: Array<{
    /** RFC 3339, UTC, milliseconds */
    start: string
    visitors: number
    /** Counted in the interval in which they start */
    visits: number
    pageviews: number
    /** Custom events, outbound links, downloads */
    events: number
    /** One decimal; null if there is no data */
    bounce_percent: number | null
    /** Average with one decimal; null if there is no data */
    visit_seconds: number | null
    views_per_visit: number | null
    /** Average time on page per view */
    page_seconds: number | null
  }>
}

export type StatsSeriesQuery = {
  /** realtime: the last 30 minutes. 7d, 30d: including today. month: the current month up to now. last_month: the previous month. 12mo: including the current month. all: since the first visit. All in the website's time zone */
  period?: 'realtime' | 'today' | 'yesterday' | '7d' | '30d' | 'month' | 'last_month' | '12mo' | 'all' | 'custom' | undefined
  /** First day of a custom period */
  from?: string | undefined
  /** Last day of a custom period, inclusive */
  to?: string | undefined
  /** Filter for visits: JSON such as ["is","country","DE","AT"] or ["and",["contains","page","/blog"],["is_not","source","Google"]]. Operators is, is_not, contains, matches (* for any characters); and, or, not */
  filters?: string | undefined
  /** Default depends on the period. At most 1,500 points */
  interval?: 'minute' | 'hour' | 'day' | 'week' | 'month' | undefined
}

export type StatsSummary = {
  object: 'stats_summary'
  website_id: number
  period: 'realtime' | 'today' | 'yesterday' | '7d' | '30d' | 'month' | 'last_month' | '12mo' | 'all' | 'custom'
  /** RFC 3339, UTC, milliseconds */
  from: string
  /** RFC 3339, UTC, milliseconds */
  to: string
  timezone: string
  /** Null: not sampled. Otherwise the share of visitors that was sampled; figures are extrapolated from it */
  sample_percent: number | null
  visitors: number
  /** Counted in the interval in which they start */
  visits: number
  pageviews: number
  /** Custom events, outbound links, downloads */
  events: number
  /** One decimal; null if there is no data */
  bounce_percent: number | null
  /** Average with one decimal; null if there is no data */
  visit_seconds: number | null
  views_per_visit: number | null
  /** Average time on page per view */
  page_seconds: number | null
  /** The same figures for the comparison period */
  comparison: {
    /** RFC 3339, UTC, milliseconds */
    from: string
    /** RFC 3339, UTC, milliseconds */
    to: string
    /** Null: not sampled. Otherwise the share of visitors that was sampled; figures are extrapolated from it */
    sample_percent: number | null
    visitors: number
    /** Counted in the interval in which they start */
    visits: number
    pageviews: number
    /** Custom events, outbound links, downloads */
    events: number
    /** One decimal; null if there is no data */
    bounce_percent: number | null
    /** Average with one decimal; null if there is no data */
    visit_seconds: number | null
    views_per_visit: number | null
    /** Average time on page per view */
    page_seconds: number | null
  } | null
}

export type StatsSummaryQuery = {
  /** realtime: the last 30 minutes. 7d, 30d: including today. month: the current month up to now. last_month: the previous month. 12mo: including the current month. all: since the first visit. All in the website's time zone */
  period?: 'realtime' | 'today' | 'yesterday' | '7d' | '30d' | 'month' | 'last_month' | '12mo' | 'all' | 'custom' | undefined
  /** First day of a custom period */
  from?: string | undefined
  /** Last day of a custom period, inclusive */
  to?: string | undefined
  /** Filter for visits: JSON such as ["is","country","DE","AT"] or ["and",["contains","page","/blog"],["is_not","source","Google"]]. Operators is, is_not, contains, matches (* for any characters); and, or, not */
  filters?: string | undefined
  /** previous: the previous period. year: the same period in the previous year. Both up to the same time of day. custom: the days from compare_from to compare_to. With period=all there is no previous period */
  compare?: 'none' | 'previous' | 'year' | 'custom' | undefined
  /** First day, only with compare=custom */
  compare_from?: string | undefined
  /** Last day, included, only with compare=custom */
  compare_to?: string | undefined
}

export type StatsVitals = {
  object: 'stats_vitals'
  website_id: number
  period: 'realtime' | 'today' | 'yesterday' | '7d' | '30d' | 'month' | 'last_month' | '12mo' | 'all' | 'custom'
  /** RFC 3339, UTC, milliseconds */
  from: string
  /** RFC 3339, UTC, milliseconds */
  to: string
  timezone: string
  /** Null: not sampled. Otherwise the share of visitors that was sampled; figures are extrapolated from it */
  sample_percent: number | null
  lcp_ms: {
    p75: number | null
    samples: number
  }
  inp_ms: {
    p75: number | null
    samples: number
  }
  cls: {
    p75: number | null
    samples: number
  }
  ttfb_ms: {
    p75: number | null
    samples: number
  }
  fcp_ms: {
    p75: number | null
    samples: number
  }
}

export type StatsVitalsQuery = {
  /** realtime: the last 30 minutes. 7d, 30d: including today. month: the current month up to now. last_month: the previous month. 12mo: including the current month. all: since the first visit. All in the website's time zone */
  period?: 'realtime' | 'today' | 'yesterday' | '7d' | '30d' | 'month' | 'last_month' | '12mo' | 'all' | 'custom' | undefined
  /** First day of a custom period */
  from?: string | undefined
  /** Last day of a custom period, inclusive */
  to?: string | undefined
  /** Filter for visits: JSON such as ["is","country","DE","AT"] or ["and",["contains","page","/blog"],["is_not","source","Google"]]. Operators is, is_not, contains, matches (* for any characters); and, or, not */
  filters?: string | undefined
  /** Only for this page */
  path?: string | undefined
}

export type StatusPage = {
  object: 'status_page'
  id: number
  name: string
  slug: string
  domain: string | null
  /** When the domain was verified; until then, the page is not served there */
  domain_verified_at: string | null
  /** The DNS record to create for verification, checked every minute; null without a domain */
  domain_record: {
    type: 'TXT'
    name: string
    value: string
  } | null
  /** Public URL of the page */
  url: string
  description: string | null
  monitors: Array<{
    monitor_id: number
    label: string | null
  }>
  website_ids: number[]
  is_public: boolean
  show_response_times: boolean
  subscriber_count: number
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
}

export type StatusPageChanges = {
  name?: string | undefined
  /** The page is at /s/<slug>. Default: generated from the name */
  slug?: string | undefined
  /** Custom domain that serves the page at its root, or null */
  domain?: string | null | undefined
  description?: string | null | undefined
  /** Monitors to show, in this order */
  monitors?: Array<{
    monitor_id: number
    /** Shown instead of the name of the monitor */
    label?: string | null | undefined
  }> | undefined
  /** Websites to show, one row each with the combined status of its monitors */
  website_ids?: number[] | undefined
  is_public?: boolean | undefined
  show_response_times?: boolean | undefined
}

export type StatusPagesCreateInput = NewStatusPage

export type StatusPagesListQuery = {
  /** Page number, starting at 1 */
  page?: number | undefined
  /** Records per page */
  pageSize?: number | undefined
}

export type StatusPagesUpdateInput = StatusPageChanges

export type Tag = {
  object: 'tag'
  name: string
  monitor_count: number
  website_count: number
}

export type TagsListQuery = {
  /** Page number, starting at 1 */
  page?: number | undefined
  /** Records per page */
  pageSize?: number | undefined
}

export type Team = {
  object: 'team'
  id: number
  name: string
  /** The team that came with your account. You cannot leave or delete it */
  is_personal: boolean
  /** Your role in this team */
  role: 'owner' | 'admin' | 'editor' | 'viewer' | 'guest'
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
}

export type TeamApiKey = {
  object: 'api_key'
  id: number
  name: string
  scopes: Array<'monitors:read' | 'monitors:write' | 'providers:read' | 'providers:write' | 'websites:read' | 'websites:write' | 'stats:read' | 'events:write' | 'team:read' | 'team:write' | 'audit:read'>
  /** The first characters of the key, to identify it */
  prefix: string
  /** ID of the key that created this one; null if a user created it */
  minted_by: number | null
  expires_at: string | null
  last_used_at: string | null
  /** ID of the member whose key it is */
  user_id: number
  user_email: string
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
}

export type TeamInvitation = {
  object: 'team_invitation'
  id: number
  email: string
  role: 'owner' | 'admin' | 'editor' | 'viewer' | 'guest'
  website_ids: number[]
  /** E-mail address of the member who sent the invitation */
  invited_by: string
  /** RFC 3339, UTC, milliseconds */
  expires_at: string
  accepted_at: string | null
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
}

export type TeamInvitationPreview = {
  object: 'team_invitation_preview'
  team_name: string
  email: string
  role: 'owner' | 'admin' | 'editor' | 'viewer' | 'guest'
  invited_by: string
  /** RFC 3339, UTC, milliseconds */
  expires_at: string
}

export type TeamInvitationsAcceptInput = {
  /** From the link in the invitation */
  token: string
}

export type TeamInvitationsPreviewInput = {
  /** From the link in the invitation */
  token: string
}

export type TeamMember = {
  object: 'team_member'
  /** ID of the user */
  id: number
  email: string
  role: 'owner' | 'admin' | 'editor' | 'viewer' | 'guest'
  /** The websites that a guest sees. Empty for other roles */
  website_ids: number[]
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
}

export type TeamsCreateInput = {
  name: string
}

export type TeamsInvitationsQuery = {
  /** Page number, starting at 1 */
  page?: number | undefined
  /** Records per page */
  pageSize?: number | undefined
}

export type TeamsInviteInput = {
  email: string
  role: 'owner' | 'admin' | 'editor' | 'viewer' | 'guest'
  /** The websites that a guest sees. Required for a guest, not allowed for other roles */
  website_ids?: number[] | undefined
}

export type TeamsKeysQuery = {
  /** Page number, starting at 1 */
  page?: number | undefined
  /** Records per page */
  pageSize?: number | undefined
}

export type TeamsListQuery = {
  /** Page number, starting at 1 */
  page?: number | undefined
  /** Records per page */
  pageSize?: number | undefined
}

export type TeamsMembersQuery = {
  /** Page number, starting at 1 */
  page?: number | undefined
  /** Records per page */
  pageSize?: number | undefined
}

export type TeamsProvider = {
  object: 'provider'
  id: number
  provider_type: 'teams'
  name: string
  /** Masked */
  webhook_url: string
  /** Whether it is assigned to new monitors created without provider_ids */
  is_default: boolean
  last_delivery: LastDelivery | null
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
}

export type TeamsUpdateInput = {
  name?: string | undefined
}

export type TeamsUpdateMemberInput = {
  role: 'owner' | 'admin' | 'editor' | 'viewer' | 'guest'
  /** The websites that a guest sees. Required for a guest, not allowed for other roles */
  website_ids?: number[] | undefined
}

export type TelegramProvider = {
  object: 'provider'
  id: number
  provider_type: 'telegram'
  name: string
  chat_id: string
  /** Masked */
  token: string
  /** Whether it is assigned to new monitors created without provider_ids */
  is_default: boolean
  last_delivery: LastDelivery | null
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
}

export type TwoFactor = {
  object: 'two_factor'
  recovery_codes: string[]
}

export type TwoFactorSetup = {
  object: 'two_factor_setup'
  secret: string
  otpauth_url: string
}

export type Uptime = {
  object: 'uptime'
  monitor_id: number
  window: '24h' | '30d' | '6mo' | '1y'
  /** RFC 3339, UTC, milliseconds */
  window_start: string
  /** RFC 3339, UTC, milliseconds */
  window_end: string
  downtime_seconds: number
  unknown_seconds: number
  uptime_percent: number | null
  /** Oldest first; without overlaps */
  down: Array<{
    /** RFC 3339, UTC, milliseconds */
    from: string
    /** RFC 3339, UTC, milliseconds */
    to: string
  }>
  /** Before the monitor was created, while it was paused, or while Sitewatch could not check */
  unobserved: Array<{
    /** RFC 3339, UTC, milliseconds */
    from: string
    /** RFC 3339, UTC, milliseconds */
    to: string
  }>
}

export type User = {
  object: 'user'
  id: number
  email: string
  /** When the e-mail address was verified. Until then, no alerts or reports are sent to it */
  email_verified_at: string | null
  is_administrator: boolean
  /** False for an account that single sign-on created, until its owner sets a password */
  has_password: boolean
  two_factor_enabled: boolean
  /** Of the dashboard, mails and reports. Null: what the browser prefers, and English in mails */
  language: 'en' | 'de' | null
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
}

export type UsersListQuery = {
  search?: string | undefined
  /** Page number, starting at 1 */
  page?: number | undefined
  /** Records per page */
  pageSize?: number | undefined
}

export type UsersUpdateInput = {
  is_suspended?: boolean | undefined
  max_websites?: number | null | undefined
  max_monitors?: number | null | undefined
  max_providers?: number | null | undefined
  max_keys?: number | null | undefined
}

export type WebhookProvider = {
  object: 'provider'
  id: number
  provider_type: 'webhook'
  name: string
  /** Masked */
  webhook_url: string
  /** Masked */
  signing_secret: string
  /** Whether it is assigned to new monitors created without provider_ids */
  is_default: boolean
  last_delivery: LastDelivery | null
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
}

export type Website = {
  object: 'website'
  id: number
  domain: string
  /** 0 = Public, 1 = Private, 2 = Password */
  privacy: 0 | 1 | 2
  has_password: boolean
  email: 0 | 1
  exclude_bots: 0 | 1
  exclude_params: string | null
  exclude_ips: string | null
  favorite: boolean
  /** Identifies the website in the tracking script and in the URL of its public page */
  tracking_id: string
  timezone: string
  retention_days: number | null
  honor_dnt: boolean
  indexable: boolean
  tags: string[]
  first_event_at: string | null
  monitor_ids: number[]
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
}

export type WebsiteChanges = {
  /** 0 = Public, 1 = Private, 2 = Password */
  privacy?: 0 | 1 | 2 | undefined
  /** Password of the public statistics page when privacy is 2. Never returned */
  password?: string | undefined
  /** Periodic e-mail reports: 0 = Disabled, 1 = Enabled */
  email?: 0 | 1 | undefined
  /** Exclude common bots from tracking: 0 = Disabled, 1 = Enabled */
  exclude_bots?: 0 | 1 | undefined
  /** URL query parameters to exclude, one per line; * for all. An empty string clears the list */
  exclude_params?: string | null | undefined
  /** IP addresses to exclude, one IPv4 or IPv6 address or CIDR range per line. An empty string clears the list */
  exclude_ips?: string | null | undefined
  /** IANA name, such as Europe/Berlin */
  timezone?: string | undefined
  /** Data retention in days; null: the server default */
  retention_days?: number | null | undefined
  /** Respect Do Not Track (DNT, Sec-GPC) */
  honor_dnt?: boolean | 0 | 1 | undefined
  /** Allow search engines to index the public page; only when privacy is 0 */
  indexable?: boolean | 0 | 1 | undefined
  /** Labels to filter by: at most 20, in lower case */
  tags?: string[] | undefined
  favorite?: boolean | 0 | 1 | undefined
}

export type WebsiteLive = {
  object: 'website_live'
  website_id: number
  /** Null until the first event is received */
  first_event_at: string | null
  /** Origin (scheme, host and port) of the page that sent it */
  first_event_origin: string | null
}

export type WebsiteVerification = {
  object: 'website_verification'
  website_id: number
  result: 'ok' | 'script_missing' | 'wrong_tracking_id' | 'module_script' | 'blocked_by_csp' | 'wrong_host' | 'page_error' | 'not_html' | 'page_unreachable'
  /** Result of the check and what to do next */
  message: string
  checked_url: string
  /** After redirects */
  final_url: string | null
  http_status: number | null
  /** The tracking script found in the page */
  script_url: string | null
  found_tracking_ids: string[]
  first_event_at: string | null
}

export type WebsitesCreateInput = NewWebsite

export type WebsitesDropsQuery = {
  /** Number of days, including today */
  days?: number | undefined
}

export type WebsitesListQuery = {
  /** Text contained in the domain, case-insensitive */
  search?: string | undefined
  search_by?: 'domain' | undefined
  favorite?: boolean | 0 | 1 | undefined
  /** Only websites with this tag */
  tag?: string | undefined
  /** id: date created */
  sort_by?: 'id' | 'domain' | undefined
  sort?: 'desc' | 'asc' | undefined
  per_page?: 10 | 25 | 50 | 100 | undefined
  /** Page number, starting at 1 */
  page?: number | undefined
  /** Cursor from links.next. Paging with it never repeats or skips a record, even if records are created or deleted in between */
  after?: string | undefined
}

export type WebsitesUpdateInput = WebsiteChanges

export type WebsitesVerifyInput = {
  /** URL of the page to check. Default: the home page */
  url?: string | undefined
}

export function bindOperations(call: Call) {
  return {
    account: {
      /** Send a link to a new e-mail address. The address changes when the link is confirmed, within an hour; the old address is notified. `PUT /api/account/email`. */
      changeEmail: (input: AccountChangeEmailInput, options?: CallOptions): Promise<Acknowledgement> =>
        call({ method: 'PUT', path: '/api/account/email', body: input }, options),
      /** Change the password. All other sessions are signed out. `PUT /api/account/password`. */
      changePassword: (input: AccountChangePasswordInput, options?: CallOptions): Promise<Acknowledgement> =>
        call({ method: 'PUT', path: '/api/account/password', body: input }, options),
      /** Enable two-factor authentication with a code from the app, or with a passkey. Returns the recovery codes once. `PUT /api/account/two-factor`. */
      confirmTwoFactor: (input: AccountConfirmTwoFactorInput, options?: CallOptions): Promise<TwoFactor> =>
        call({ method: 'PUT', path: '/api/account/two-factor', body: input }, options),
      /** Show notification preferences. `GET /api/account/notifications`. */
      notifications: (options?: CallOptions): Promise<NotificationPreferences> =>
        call({ method: 'GET', path: '/api/account/notifications' }, options),
      /** Delete the account and all its data. Access ends immediately; data is deleted in the background. `DELETE /api/account`. */
      remove: (input: AccountRemoveInput, options?: CallOptions): Promise<Deleted<'user'>> =>
        call({ method: 'DELETE', path: '/api/account', body: input }, options),
      /** Send a password reset link. The response is the same whether or not the account exists. `POST /api/password-resets`. */
      requestPasswordReset: (input: AccountRequestPasswordResetInput, options?: CallOptions): Promise<Acknowledgement> =>
        call({ method: 'POST', path: '/api/password-resets', body: input, anonymous: true }, options),
      /** Set a new password with the token from the e-mail. All sessions are signed out. `PUT /api/password-resets`. */
      resetPassword: (input: AccountResetPasswordInput, options?: CallOptions): Promise<Acknowledgement> =>
        call({ method: 'PUT', path: '/api/password-resets', body: input, anonymous: true }, options),
      /** Resend the e-mail verification link, at most three times per hour. `POST /api/account/email-verification`. */
      sendEmailVerification: (options?: CallOptions): Promise<Acknowledgement> =>
        call({ method: 'POST', path: '/api/account/email-verification' }, options),
      /** The signed-in account. `GET /api/account`. */
      show: (options?: CallOptions): Promise<User> =>
        call({ method: 'GET', path: '/api/account' }, options),
      /** Create an account and sign in. The first account needs the set-up code printed in the server log. `POST /api/account`. */
      signUp: (input: AccountSignUpInput, options?: CallOptions): Promise<SignedIn> =>
        call({ method: 'POST', path: '/api/account', body: input, anonymous: true }, options),
      /** Start enabling two-factor authentication: returns the secret for an authenticator app. Confirm with a code to enable it. `POST /api/account/two-factor`. */
      startTwoFactor: (input: AccountStartTwoFactorInput, options?: CallOptions): Promise<TwoFactorSetup> =>
        call({ method: 'POST', path: '/api/account/two-factor', body: input }, options),
      /** Disable two-factor authentication. `DELETE /api/account/two-factor`. */
      stopTwoFactor: (input: AccountStopTwoFactorInput, options?: CallOptions): Promise<Acknowledgement> =>
        call({ method: 'DELETE', path: '/api/account/two-factor', body: input }, options),
      /** Change the account's settings: only the fields sent. `PATCH /api/account`. */
      update: (input: AccountUpdateInput, options?: CallOptions): Promise<User> =>
        call({ method: 'PATCH', path: '/api/account', body: input }, options),
      /** Change notification preferences: the reminder interval (minutes, or null for none) and the daily SMS limit. `PUT /api/account/notifications`. */
      updateNotifications: (input: AccountUpdateNotificationsInput, options?: CallOptions): Promise<NotificationPreferences> =>
        call({ method: 'PUT', path: '/api/account/notifications', body: input }, options),
    },
    auditLog: {
      /** Export the audit log as a file, newest first. Without a format, returns the number of entries. `GET /api/audit-log/export`. Scope: audit:read. */
      export: (query?: AuditLogExportQuery, options?: CallOptions): Promise<AuditLogExport> =>
        call({ method: 'GET', path: '/api/audit-log/export', query: query }, options),
      /** List who changed what in the team, newest first. `GET /api/audit-log`. Scope: audit:read. */
      list: (query?: AuditLogListQuery, options?: CallOptions): Promise<List<AuditEntry>> =>
        call({ method: 'GET', path: '/api/audit-log', query: query, list: true }, options),
    },
    deliveries: {
      /** List deliveries, newest first. Filter with status=failed for those that can be retried. `GET /api/deliveries`. Scope: providers:read. */
      list: (query?: DeliveriesListQuery, options?: CallOptions): Promise<List<Delivery>> =>
        call({ method: 'GET', path: '/api/deliveries', query: query, list: true }, options),
      /** Retry a failed delivery. `POST /api/deliveries/{id}/retry`. Scope: providers:write. */
      retry: (id: number, options?: CallOptions): Promise<Delivery> =>
        call({ method: 'POST', path: `/api/deliveries/${encodeURIComponent(id)}/retry` }, options),
    },
    events: {
      /** Send events from a server. Responds after they are stored and lists the events dropped by the website's settings. `POST /api/v1/events`. Scope: events:write. */
      send: (input: EventsSendInput, options?: CallOptions): Promise<EventReceipt> =>
        call({ method: 'POST', path: '/api/v1/events', body: input }, options),
    },
    goals: {
      /** Create a goal: a page view or an event. It also applies to past data. `POST /api/v1/websites/{id}/goals`. Scope: websites:write. */
      create: (id: number, input: GoalsCreateInput, options?: CallOptions): Promise<Goal> =>
        call({ method: 'POST', path: `/api/v1/websites/${encodeURIComponent(id)}/goals`, body: input }, options),
      /** List the goals of a website. `GET /api/v1/websites/{id}/goals`. Scope: websites:read. */
      list: (id: number, query?: GoalsListQuery, options?: CallOptions): Promise<List<Goal>> =>
        call({ method: 'GET', path: `/api/v1/websites/${encodeURIComponent(id)}/goals`, query: query, list: true }, options),
      /** Delete a goal. `DELETE /api/v1/goals/{id}`. Scope: websites:write. */
      remove: (id: number, options?: CallOptions): Promise<Deleted<'goal'>> =>
        call({ method: 'DELETE', path: `/api/v1/goals/${encodeURIComponent(id)}` }, options),
      /** Show a goal. `GET /api/v1/goals/{id}`. Scope: websites:read. */
      show: (id: number, options?: CallOptions): Promise<Goal> =>
        call({ method: 'GET', path: `/api/v1/goals/${encodeURIComponent(id)}` }, options),
      /** Update a goal; only the fields sent change. `PUT /api/v1/goals/{id}`. Scope: websites:write. */
      update: (id: number, input: GoalsUpdateInput, options?: CallOptions): Promise<Goal> =>
        call({ method: 'PUT', path: `/api/v1/goals/${encodeURIComponent(id)}`, body: input }, options),
    },
    identities: {
      /** Start linking an account at the identity provider. It is linked after signing in there. `POST /api/account/identities`. */
      link: (options?: CallOptions): Promise<IdentityLink> =>
        call({ method: 'POST', path: '/api/account/identities' }, options),
      /** List the accounts at the identity provider that sign in to this account. `GET /api/account/identities`. */
      list: (query?: IdentitiesListQuery, options?: CallOptions): Promise<List<Identity>> =>
        call({ method: 'GET', path: '/api/account/identities', query: query, list: true }, options),
      /** Unlink an account at the identity provider. Refused when there is no other way to sign in. `DELETE /api/account/identities/{id}`. */
      remove: (id: number, options?: CallOptions): Promise<Deleted<'identity'>> =>
        call({ method: 'DELETE', path: `/api/account/identities/${encodeURIComponent(id)}` }, options),
    },
    incidents: {
      /** Acknowledge an incident: reminders stop. The first acknowledgement stands. `POST /api/incidents/{id}/acknowledge`. Scope: monitors:write. */
      acknowledge: (id: number, input?: IncidentsAcknowledgeInput, options?: CallOptions): Promise<Incident> =>
        call({ method: 'POST', path: `/api/incidents/${encodeURIComponent(id)}/acknowledge`, body: input }, options),
      /** Show the response of the target when the check failed, if there was one. `GET /api/incidents/{id}/evidence`. Scope: monitors:read. */
      evidence: (id: number, options?: CallOptions): Promise<Evidence> =>
        call({ method: 'GET', path: `/api/incidents/${encodeURIComponent(id)}/evidence` }, options),
      /** List incidents, newest first. `GET /api/incidents`. Scope: monitors:read. */
      list: (query?: IncidentsListQuery, options?: CallOptions): Promise<List<Incident>> =>
        call({ method: 'GET', path: '/api/incidents', query: query, list: true }, options),
      /** Show an incident. `GET /api/incidents/{id}`. Scope: monitors:read. */
      show: (id: number, options?: CallOptions): Promise<Incident> =>
        call({ method: 'GET', path: `/api/incidents/${encodeURIComponent(id)}` }, options),
    },
    invitations: {
      /** Invite someone by e-mail (administrator). The response also contains the link, once. `POST /api/invitations`. */
      create: (input: InvitationsCreateInput, options?: CallOptions): Promise<CreatedInvitation> =>
        call({ method: 'POST', path: '/api/invitations', body: input }, options),
      /** List invitations, pending and accepted (administrator). `GET /api/invitations`. */
      list: (query?: InvitationsListQuery, options?: CallOptions): Promise<List<Invitation>> =>
        call({ method: 'GET', path: '/api/invitations', query: query, list: true }, options),
      /** Revoke an invitation (administrator). `DELETE /api/invitations/{id}`. */
      remove: (id: number, options?: CallOptions): Promise<Deleted<'invitation'>> =>
        call({ method: 'DELETE', path: `/api/invitations/${encodeURIComponent(id)}` }, options),
    },
    keys: {
      /** Create an API key. A key can create keys with a subset of its own scopes; they are revoked with it. `POST /api/keys`. */
      create: (input: KeysCreateInput, options?: CallOptions): Promise<CreatedApiKey> =>
        call({ method: 'POST', path: '/api/keys', body: input }, options),
      /** List API keys. A session sees all; a key sees those with a subset of its own scopes. `GET /api/keys`. */
      list: (query?: KeysListQuery, options?: CallOptions): Promise<List<ApiKey>> =>
        call({ method: 'GET', path: '/api/keys', query: query, list: true }, options),
      /** Revoke an API key and all keys created with it. `DELETE /api/keys/{id}`. */
      remove: (id: number, options?: CallOptions): Promise<Deleted<'api_key', {
        deleted_ids: number[]
      }>> =>
        call({ method: 'DELETE', path: `/api/keys/${encodeURIComponent(id)}` }, options),
      /** Show an API key. `GET /api/keys/{id}`. */
      show: (id: number, options?: CallOptions): Promise<ApiKey> =>
        call({ method: 'GET', path: `/api/keys/${encodeURIComponent(id)}` }, options),
    },
    live: {
      /** Stream changes (Accept: text/event-stream): "ready", then a "change" for each record that changes, and "resync" when changes may have been missed. `GET /api/live`. Scope: monitors:read, websites:read, stats:read. */
      show: (options?: CallOptions): Promise<Live> =>
        call({ method: 'GET', path: '/api/live' }, options),
    },
    maintenance: {
      /** Schedule maintenance, once or repeating: checks continue, but no incident opens during the window. `POST /api/maintenance-windows`. Scope: monitors:write. */
      create: (input: MaintenanceCreateInput, options?: CallOptions): Promise<MaintenanceWindow> =>
        call({ method: 'POST', path: '/api/maintenance-windows', body: input }, options),
      /** List maintenance windows. `GET /api/maintenance-windows`. Scope: monitors:read. */
      list: (query?: MaintenanceListQuery, options?: CallOptions): Promise<List<MaintenanceWindow>> =>
        call({ method: 'GET', path: '/api/maintenance-windows', query: query, list: true }, options),
      /** Delete a maintenance window. Failures count again immediately. `DELETE /api/maintenance-windows/{id}`. Scope: monitors:write. */
      remove: (id: number, options?: CallOptions): Promise<Deleted<'maintenance_window'>> =>
        call({ method: 'DELETE', path: `/api/maintenance-windows/${encodeURIComponent(id)}` }, options),
      /** Show a maintenance window. `GET /api/maintenance-windows/{id}`. Scope: monitors:read. */
      show: (id: number, options?: CallOptions): Promise<MaintenanceWindow> =>
        call({ method: 'GET', path: `/api/maintenance-windows/${encodeURIComponent(id)}` }, options),
      /** Update a maintenance window; only the fields sent change. `PUT /api/maintenance-windows/{id}`. Scope: monitors:write. */
      update: (id: number, input: MaintenanceUpdateInput, options?: CallOptions): Promise<MaintenanceWindow> =>
        call({ method: 'PUT', path: `/api/maintenance-windows/${encodeURIComponent(id)}`, body: input }, options),
    },
    monitors: {
      /** Assign a provider to a monitor, or enable or disable an assignment. `POST /api/monitors/{id}/notifications`. Scope: monitors:write, providers:read. */
      assign: (id: number, input: MonitorsAssignInput, options?: CallOptions): Promise<Assignment> =>
        call({ method: 'POST', path: `/api/monitors/${encodeURIComponent(id)}/notifications`, body: input }, options),
      /** Create, pause, resume, tag, assign providers to or delete up to 1,000 monitors: all, or none if one fails. `POST /api/monitors/bulk`. Scope: monitors:write. */
      bulk: (input: MonitorsBulkInput, options?: CallOptions): Promise<BulkResult> =>
        call({ method: 'POST', path: '/api/monitors/bulk', body: input }, options),
      /** Recent checks of a monitor, newest first; kept for 30 days. `GET /api/monitors/{id}/checks`. Scope: monitors:read. */
      checks: (id: number, query?: MonitorsChecksQuery, options?: CallOptions): Promise<List<Check>> =>
        call({ method: 'GET', path: `/api/monitors/${encodeURIComponent(id)}/checks`, query: query, list: true }, options),
      /** Create a monitor. Its first check runs within 5 seconds. `POST /api/monitors`. Scope: monitors:write. */
      create: (input: MonitorsCreateInput, options?: CallOptions): Promise<Monitor> =>
        call({ method: 'POST', path: '/api/monitors', body: input }, options),
      /** List the incidents of a monitor in a time window, newest first, with its uptime. `GET /api/monitors/{id}/incidents`. Scope: monitors:read. */
      incidents: (id: number, query?: MonitorsIncidentsQuery, options?: CallOptions): Promise<List<Incident, MonitorsIncidentsMeta>> =>
        call({ method: 'GET', path: `/api/monitors/${encodeURIComponent(id)}/incidents`, query: query, list: true }, options),
      /** List monitors. `GET /api/monitors`. Scope: monitors:read. */
      list: (query?: MonitorsListQuery, options?: CallOptions): Promise<List<Monitor>> =>
        call({ method: 'GET', path: '/api/monitors', query: query, list: true }, options),
      /** List the providers assigned to a monitor. `GET /api/monitors/{id}/notifications`. Scope: monitors:read. */
      notifications: (id: number, query?: MonitorsNotificationsQuery, options?: CallOptions): Promise<List<Assignment>> =>
        call({ method: 'GET', path: `/api/monitors/${encodeURIComponent(id)}/notifications`, query: query, list: true }, options),
      /** The last 50 pings of a heartbeat monitor, newest first. `GET /api/monitors/{id}/pings`. Scope: monitors:read. */
      pings: (id: number, query?: MonitorsPingsQuery, options?: CallOptions): Promise<List<Ping>> =>
        call({ method: 'GET', path: `/api/monitors/${encodeURIComponent(id)}/pings`, query: query, list: true }, options),
      /** The latest checks of many monitors in one answer. `GET /api/monitors/recent-checks`. Scope: monitors:read. */
      recentChecks: (query?: MonitorsRecentChecksQuery, options?: CallOptions): Promise<List<RecentChecks>> =>
        call({ method: 'GET', path: '/api/monitors/recent-checks', query: query, list: true }, options),
      /** Delete a monitor. Its incidents remain available under /api/incidents. `DELETE /api/monitors/{id}`. Scope: monitors:write. */
      remove: (id: number, options?: CallOptions): Promise<Deleted<'monitor'>> =>
        call({ method: 'DELETE', path: `/api/monitors/${encodeURIComponent(id)}` }, options),
      /** Response times of a monitor over a window, by phase. `GET /api/monitors/{id}/response-times`. Scope: monitors:read. */
      responseTimes: (id: number, query?: MonitorsResponseTimesQuery, options?: CallOptions): Promise<ResponseTimes> =>
        call({ method: 'GET', path: `/api/monitors/${encodeURIComponent(id)}/response-times`, query: query }, options),
      /** Show a monitor. `GET /api/monitors/{id}`. Scope: monitors:read. */
      show: (id: number, options?: CallOptions): Promise<Monitor> =>
        call({ method: 'GET', path: `/api/monitors/${encodeURIComponent(id)}` }, options),
      /** Unassign a provider from a monitor; send provider_id in the JSON body or the query. `DELETE /api/monitors/{id}/notifications`. Scope: monitors:write, providers:read. */
      unassign: (id: number, input: MonitorsUnassignInput, options?: CallOptions): Promise<Deleted<'assignment'>> =>
        call({ method: 'DELETE', path: `/api/monitors/${encodeURIComponent(id)}/notifications`, query: input }, options),
      /** Update a monitor; only the fields sent change. is_active: false pauses it. `PUT /api/monitors/{id}`. Scope: monitors:write. */
      update: (id: number, input: MonitorsUpdateInput, options?: CallOptions): Promise<Monitor> =>
        call({ method: 'PUT', path: `/api/monitors/${encodeURIComponent(id)}`, body: input }, options),
      /** Show when a monitor was down or not observed in a time window. `GET /api/monitors/{id}/uptime`. Scope: monitors:read. */
      uptime: (id: number, query?: MonitorsUptimeQuery, options?: CallOptions): Promise<Uptime> =>
        call({ method: 'GET', path: `/api/monitors/${encodeURIComponent(id)}/uptime`, query: query }, options),
    },
    overview: {
      /** Show all websites and monitors with their last 24 hours, what is down, and what needs attention. `GET /api/overview`. Scope: monitors:read, websites:read, stats:read. */
      show: (query?: OverviewShowQuery, options?: CallOptions): Promise<Overview> =>
        call({ method: 'GET', path: '/api/overview', query: query }, options),
    },
    passkeys: {
      /** Add a passkey: what `navigator.credentials.create()` returned, as JSON. `POST /api/account/passkeys`. */
      create: (input: PasskeysCreateInput, options?: CallOptions): Promise<Passkey> =>
        call({ method: 'POST', path: '/api/account/passkeys', body: input }, options),
      /** List the passkeys of the account. `GET /api/account/passkeys`. */
      list: (query?: PasskeysListQuery, options?: CallOptions): Promise<List<Passkey>> =>
        call({ method: 'GET', path: '/api/account/passkeys', query: query, list: true }, options),
      /** Remove a passkey. It can no longer be used to sign in. `DELETE /api/account/passkeys/{id}`. */
      remove: (id: number, options?: CallOptions): Promise<Deleted<'passkey'>> =>
        call({ method: 'DELETE', path: `/api/account/passkeys/${encodeURIComponent(id)}` }, options),
      /** Start adding a passkey: returns the options for `navigator.credentials.create()`. `POST /api/account/passkeys/options`. */
      start: (input: PasskeysStartInput, options?: CallOptions): Promise<PasskeyRequest> =>
        call({ method: 'POST', path: '/api/account/passkeys/options', body: input }, options),
      /** Rename a passkey. `PATCH /api/account/passkeys/{id}`. */
      update: (id: number, input: PasskeysUpdateInput, options?: CallOptions): Promise<Passkey> =>
        call({ method: 'PATCH', path: `/api/account/passkeys/${encodeURIComponent(id)}`, body: input }, options),
    },
    providers: {
      /** Create a notification provider: provider_type and the fields of that type. `POST /api/providers`. Scope: providers:write. */
      create: (input: ProvidersCreateInput, options?: CallOptions): Promise<Provider> =>
        call({ method: 'POST', path: '/api/providers', body: input }, options),
      /** List notification providers. `GET /api/providers`. Scope: providers:read. */
      list: (query?: ProvidersListQuery, options?: CallOptions): Promise<List<Provider>> =>
        call({ method: 'GET', path: '/api/providers', query: query, list: true }, options),
      /** Delete a notification provider. Returns the monitors left without a provider. `DELETE /api/providers/{id}`. Scope: providers:write. */
      remove: (id: number, options?: CallOptions): Promise<Deleted<'provider', {
        unassigned_monitor_ids: number[]
      }>> =>
        call({ method: 'DELETE', path: `/api/providers/${encodeURIComponent(id)}` }, options),
      /** Show a notification provider; its secrets are masked. `GET /api/providers/{id}`. Scope: providers:read. */
      show: (id: number, options?: CallOptions): Promise<Provider> =>
        call({ method: 'GET', path: `/api/providers/${encodeURIComponent(id)}` }, options),
      /** Send a real test notification and return the result. `POST /api/providers/{id}/test`. Scope: providers:write. */
      test: (id: number, options?: CallOptions): Promise<ProviderTest> =>
        call({ method: 'POST', path: `/api/providers/${encodeURIComponent(id)}/test` }, options),
      /** Send a real test notification with unsaved provider settings and return the result. `POST /api/providers/test`. Scope: providers:write. */
      try: (input: ProvidersTryInput, options?: CallOptions): Promise<ProviderTest> =>
        call({ method: 'POST', path: '/api/providers/test', body: input }, options),
      /** Update a notification provider; only the fields sent change. A masked secret sent back is ignored. `PUT /api/providers/{id}`. Scope: providers:write. */
      update: (id: number, input: ProvidersUpdateInput, options?: CallOptions): Promise<Provider> =>
        call({ method: 'PUT', path: `/api/providers/${encodeURIComponent(id)}`, body: input }, options),
    },
    reports: {
      /** Preview the next e-mail report. Includes uptime and incidents with the scope monitors:read. `GET /api/v1/websites/{id}/report`. Scope: stats:read. */
      preview: (id: number, query?: ReportsPreviewQuery, options?: CallOptions): Promise<Report> =>
        call({ method: 'GET', path: `/api/v1/websites/${encodeURIComponent(id)}/report`, query: query }, options),
      /** Send a report to your e-mail address now. `POST /api/v1/websites/{id}/report/send`. Scope: websites:write. */
      send: (id: number, input?: ReportsSendInput, options?: CallOptions): Promise<ReportSend> =>
        call({ method: 'POST', path: `/api/v1/websites/${encodeURIComponent(id)}/report/send`, body: input }, options),
      /** List past reports and their delivery status, newest first. `GET /api/v1/websites/{id}/report/sends`. Scope: websites:read. */
      sends: (id: number, query?: ReportsSendsQuery, options?: CallOptions): Promise<List<ReportDelivery>> =>
        call({ method: 'GET', path: `/api/v1/websites/${encodeURIComponent(id)}/report/sends`, query: query, list: true }, options),
    },
    session: {
      /** Sign in. The response sets the session cookie. `POST /api/session`. */
      create: (input: SessionCreateInput, options?: CallOptions): Promise<SignedIn> =>
        call({ method: 'POST', path: '/api/session', body: input, anonymous: true }, options),
      /** Sign in with a passkey: what `navigator.credentials.get()` returned, as JSON. `POST /api/session/passkey`. */
      createWithPasskey: (input: SessionCreateWithPasskeyInput, options?: CallOptions): Promise<SignedIn> =>
        call({ method: 'POST', path: '/api/session/passkey', body: input, anonymous: true }, options),
      /** Sign out. `DELETE /api/session`. */
      remove: (options?: CallOptions): Promise<Deleted<'session', {
        /** After single sign-on: where a browser goes next, to sign out at the identity provider as well */
        logout_url: string | null
      }>> =>
        call({ method: 'DELETE', path: '/api/session' }, options),
      /** Start signing in with a passkey: returns the options for `navigator.credentials.get()`. `POST /api/session/passkey/options`. */
      requestPasskey: (options?: CallOptions): Promise<PasskeyRequest> =>
        call({ method: 'POST', path: '/api/session/passkey/options', anonymous: true }, options),
      /** The current session and its user. `GET /api/session`. */
      show: (options?: CallOptions): Promise<SignedIn> =>
        call({ method: 'GET', path: '/api/session' }, options),
    },
    sessions: {
      /** List the active sessions of the account. `GET /api/sessions`. */
      list: (query?: SessionsListQuery, options?: CallOptions): Promise<List<Session>> =>
        call({ method: 'GET', path: '/api/sessions', query: query, list: true }, options),
      /** Revoke a session. `DELETE /api/sessions/{id}`. */
      remove: (id: number, options?: CallOptions): Promise<Deleted<'session'>> =>
        call({ method: 'DELETE', path: `/api/sessions/${encodeURIComponent(id)}` }, options),
    },
    stats: {
      /** Break down by page, source, country, goal, …; most visitors first. `GET /api/v1/websites/{id}/stats/breakdown`. Scope: stats:read. */
      breakdown: (id: number, query?: StatsBreakdownQuery, options?: CallOptions): Promise<List<StatsRow, StatsBreakdownMeta>> =>
        call({ method: 'GET', path: `/api/v1/websites/${encodeURIComponent(id)}/stats/breakdown`, query: query, list: true }, options),
      /** Export raw events as a file. Without a format, returns the number of events. `GET /api/v1/websites/{id}/stats/export`. Scope: stats:read. */
      export: (id: number, query?: StatsExportQuery, options?: CallOptions): Promise<StatsExport> =>
        call({ method: 'GET', path: `/api/v1/websites/${encodeURIComponent(id)}/stats/export`, query: query }, options),
      /** Show a funnel: how many visits reached each step in order. `GET /api/v1/websites/{id}/stats/funnel`. Scope: stats:read. */
      funnel: (id: number, query?: StatsFunnelQuery, options?: CallOptions): Promise<StatsFunnel> =>
        call({ method: 'GET', path: `/api/v1/websites/${encodeURIComponent(id)}/stats/funnel`, query: query }, options),
      /** Show current visitors: the last 30 minutes by minute. `GET /api/v1/websites/{id}/stats/realtime`. Scope: stats:read. */
      realtime: (id: number, query?: StatsRealtimeQuery, options?: CallOptions): Promise<StatsRealtime> =>
        call({ method: 'GET', path: `/api/v1/websites/${encodeURIComponent(id)}/stats/realtime`, query: query }, options),
      /** Show the figures over time, in the website's time zone. `GET /api/v1/websites/{id}/stats/series`. Scope: stats:read. */
      series: (id: number, query?: StatsSeriesQuery, options?: CallOptions): Promise<StatsSeries> =>
        call({ method: 'GET', path: `/api/v1/websites/${encodeURIComponent(id)}/stats/series`, query: query }, options),
      /** Show visitors, visits, views and derived figures, optionally with a comparison. `GET /api/v1/websites/{id}/stats/summary`. Scope: stats:read. */
      summary: (id: number, query?: StatsSummaryQuery, options?: CallOptions): Promise<StatsSummary> =>
        call({ method: 'GET', path: `/api/v1/websites/${encodeURIComponent(id)}/stats/summary`, query: query }, options),
      /** Show web vitals: the 75th percentile. `GET /api/v1/websites/{id}/stats/vitals`. Scope: stats:read. */
      vitals: (id: number, query?: StatsVitalsQuery, options?: CallOptions): Promise<StatsVitals> =>
        call({ method: 'GET', path: `/api/v1/websites/${encodeURIComponent(id)}/stats/vitals`, query: query }, options),
    },
    statusPages: {
      /** Create a public status page for selected monitors and websites. `POST /api/status-pages`. Scope: monitors:write. */
      create: (input: StatusPagesCreateInput, options?: CallOptions): Promise<StatusPage> =>
        call({ method: 'POST', path: '/api/status-pages', body: input }, options),
      /** List status pages. `GET /api/status-pages`. Scope: monitors:read. */
      list: (query?: StatusPagesListQuery, options?: CallOptions): Promise<List<StatusPage>> =>
        call({ method: 'GET', path: '/api/status-pages', query: query, list: true }, options),
      /** Delete a status page and its subscribers. `DELETE /api/status-pages/{id}`. Scope: monitors:write. */
      remove: (id: number, options?: CallOptions): Promise<Deleted<'status_page'>> =>
        call({ method: 'DELETE', path: `/api/status-pages/${encodeURIComponent(id)}` }, options),
      /** Show a status page. `GET /api/status-pages/{id}`. Scope: monitors:read. */
      show: (id: number, options?: CallOptions): Promise<StatusPage> =>
        call({ method: 'GET', path: `/api/status-pages/${encodeURIComponent(id)}` }, options),
      /** Update a status page; only the fields sent change. `PUT /api/status-pages/{id}`. Scope: monitors:write. */
      update: (id: number, input: StatusPagesUpdateInput, options?: CallOptions): Promise<StatusPage> =>
        call({ method: 'PUT', path: `/api/status-pages/${encodeURIComponent(id)}`, body: input }, options),
    },
    tags: {
      /** List the tags of monitors and websites, by name. `GET /api/tags`. Scope: monitors:read, websites:read. */
      list: (query?: TagsListQuery, options?: CallOptions): Promise<List<Tag>> =>
        call({ method: 'GET', path: '/api/tags', query: query, list: true }, options),
    },
    teamInvitations: {
      /** Accept an invitation to a team, with the account of the invited address. `POST /api/team-invitations/accept`. */
      accept: (input: TeamInvitationsAcceptInput, options?: CallOptions): Promise<Team> =>
        call({ method: 'POST', path: '/api/team-invitations/accept', body: input }, options),
      /** What an invitation to a team is about. `POST /api/team-invitations/preview`. */
      preview: (input: TeamInvitationsPreviewInput, options?: CallOptions): Promise<TeamInvitationPreview> =>
        call({ method: 'POST', path: '/api/team-invitations/preview', body: input, anonymous: true }, options),
    },
    teams: {
      /** Create a team. You become its owner. `POST /api/teams`. Scope: team:write. */
      create: (input: TeamsCreateInput, options?: CallOptions): Promise<Team> =>
        call({ method: 'POST', path: '/api/teams', body: input }, options),
      /** List the invitations of a team, pending and accepted. `GET /api/teams/{id}/invitations`. Scope: team:read. */
      invitations: (id: number, query?: TeamsInvitationsQuery, options?: CallOptions): Promise<List<TeamInvitation>> =>
        call({ method: 'GET', path: `/api/teams/${encodeURIComponent(id)}/invitations`, query: query, list: true }, options),
      /** Invite a person to a team by e-mail. The link is valid for seven days. `POST /api/teams/{id}/invitations`. Scope: team:write. */
      invite: (id: number, input: TeamsInviteInput, options?: CallOptions): Promise<CreatedTeamInvitation> =>
        call({ method: 'POST', path: `/api/teams/${encodeURIComponent(id)}/invitations`, body: input }, options),
      /** List the API keys of all members in a team. `GET /api/teams/{id}/keys`. Scope: team:read. */
      keys: (id: number, query?: TeamsKeysQuery, options?: CallOptions): Promise<List<TeamApiKey>> =>
        call({ method: 'GET', path: `/api/teams/${encodeURIComponent(id)}/keys`, query: query, list: true }, options),
      /** List your teams, the personal one first. A key sees its own team only. `GET /api/teams`. Scope: team:read. */
      list: (query?: TeamsListQuery, options?: CallOptions): Promise<List<Team>> =>
        call({ method: 'GET', path: '/api/teams', query: query, list: true }, options),
      /** List the members of a team, owners first. `GET /api/teams/{id}/members`. Scope: team:read. */
      members: (id: number, query?: TeamsMembersQuery, options?: CallOptions): Promise<List<TeamMember>> =>
        call({ method: 'GET', path: `/api/teams/${encodeURIComponent(id)}/members`, query: query, list: true }, options),
      /** Delete a team and all its data. A personal team is deleted with its account. `DELETE /api/teams/{id}`. Scope: team:write. */
      remove: (id: number, options?: CallOptions): Promise<Deleted<'team'>> =>
        call({ method: 'DELETE', path: `/api/teams/${encodeURIComponent(id)}` }, options),
      /** Remove a member from a team, or leave it yourself. Keys of the member in this team stop working. `DELETE /api/teams/{id}/members/{member_id}`. Scope: team:write. */
      removeMember: (id: number, member_id: number, options?: CallOptions): Promise<Deleted<'team_member'>> =>
        call({ method: 'DELETE', path: `/api/teams/${encodeURIComponent(id)}/members/${encodeURIComponent(member_id)}` }, options),
      /** Revoke an invitation. Its link stops working. `DELETE /api/teams/{id}/invitations/{invitation_id}`. Scope: team:write. */
      revokeInvitation: (id: number, invitation_id: number, options?: CallOptions): Promise<Deleted<'team_invitation'>> =>
        call({ method: 'DELETE', path: `/api/teams/${encodeURIComponent(id)}/invitations/${encodeURIComponent(invitation_id)}` }, options),
      /** Revoke an API key of any member in a team, and the keys it created. `DELETE /api/teams/{id}/keys/{key_id}`. Scope: team:write. */
      revokeKey: (id: number, key_id: number, options?: CallOptions): Promise<Deleted<'api_key', {
        deleted_ids: number[]
      }>> =>
        call({ method: 'DELETE', path: `/api/teams/${encodeURIComponent(id)}/keys/${encodeURIComponent(key_id)}` }, options),
      /** One team. `GET /api/teams/{id}`. Scope: team:read. */
      show: (id: number, options?: CallOptions): Promise<Team> =>
        call({ method: 'GET', path: `/api/teams/${encodeURIComponent(id)}` }, options),
      /** Rename a team. `PATCH /api/teams/{id}`. Scope: team:write. */
      update: (id: number, input: TeamsUpdateInput, options?: CallOptions): Promise<Team> =>
        call({ method: 'PATCH', path: `/api/teams/${encodeURIComponent(id)}`, body: input }, options),
      /** Change the role of a member. Only an owner makes and changes owners. `PATCH /api/teams/{id}/members/{member_id}`. Scope: team:write. */
      updateMember: (id: number, member_id: number, input: TeamsUpdateMemberInput, options?: CallOptions): Promise<TeamMember> =>
        call({ method: 'PATCH', path: `/api/teams/${encodeURIComponent(id)}/members/${encodeURIComponent(member_id)}`, body: input }, options),
    },
    users: {
      /** List accounts (administrator). `GET /api/users`. */
      list: (query?: UsersListQuery, options?: CallOptions): Promise<List<AdministeredUser>> =>
        call({ method: 'GET', path: '/api/users', query: query, list: true }, options),
      /** Delete an account and all its data (administrator). It stays listed with its progress until everything is deleted. `DELETE /api/users/{id}`. */
      remove: (id: number, options?: CallOptions): Promise<Deleted<'user'>> =>
        call({ method: 'DELETE', path: `/api/users/${encodeURIComponent(id)}` }, options),
      /** One account (administrator). `GET /api/users/{id}`. */
      show: (id: number, options?: CallOptions): Promise<AdministeredUser> =>
        call({ method: 'GET', path: `/api/users/${encodeURIComponent(id)}` }, options),
      /** Suspend an account or set its quotas (administrator). `PUT /api/users/{id}`. */
      update: (id: number, input: UsersUpdateInput, options?: CallOptions): Promise<AdministeredUser> =>
        call({ method: 'PUT', path: `/api/users/${encodeURIComponent(id)}`, body: input }, options),
    },
    websites: {
      /** Create a website. `POST /api/v1/websites`. Scope: websites:write. */
      create: (input: WebsitesCreateInput, options?: CallOptions): Promise<Website> =>
        call({ method: 'POST', path: '/api/v1/websites', body: input }, options),
      /** Events that were not counted, by reason and day. `GET /api/v1/websites/{id}/drops`. Scope: websites:read. */
      drops: (id: number, query?: WebsitesDropsQuery, options?: CallOptions): Promise<EventDrops> =>
        call({ method: 'GET', path: `/api/v1/websites/${encodeURIComponent(id)}/drops`, query: query }, options),
      /** List websites. `GET /api/v1/websites`. Scope: websites:read. */
      list: (query?: WebsitesListQuery, options?: CallOptions): Promise<List<Website>> =>
        call({ method: 'GET', path: '/api/v1/websites', query: query, list: true }, options),
      /** Whether the first event was received. With Accept: text/event-stream, sends an event as soon as it is. `GET /api/v1/websites/{id}/live`. Scope: websites:read. */
      live: (id: number, options?: CallOptions): Promise<WebsiteLive> =>
        call({ method: 'GET', path: `/api/v1/websites/${encodeURIComponent(id)}/live` }, options),
      /** Delete a website. Its events are deleted in the background. `DELETE /api/v1/websites/{id}`. Scope: websites:write. */
      remove: (id: number, options?: CallOptions): Promise<Deleted<'website'>> =>
        call({ method: 'DELETE', path: `/api/v1/websites/${encodeURIComponent(id)}` }, options),
      /** Show a website. `GET /api/v1/websites/{id}`. Scope: websites:read. */
      show: (id: number, options?: CallOptions): Promise<Website> =>
        call({ method: 'GET', path: `/api/v1/websites/${encodeURIComponent(id)}` }, options),
      /** Update a website; only the fields sent change. `PUT /api/v1/websites/{id}`. Scope: websites:write. */
      update: (id: number, input: WebsitesUpdateInput, options?: CallOptions): Promise<Website> =>
        call({ method: 'PUT', path: `/api/v1/websites/${encodeURIComponent(id)}`, body: input }, options),
      /** Check the installation: fetch a page of the website and verify its tracking script. `POST /api/v1/websites/{id}/verify`. Scope: websites:write. */
      verify: (id: number, input?: WebsitesVerifyInput, options?: CallOptions): Promise<WebsiteVerification> =>
        call({ method: 'POST', path: `/api/v1/websites/${encodeURIComponent(id)}/verify`, body: input }, options),
    },
  }
}

export type Client = ReturnType<typeof bindOperations>
