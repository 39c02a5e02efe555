// Made from the OpenAPI document by "npm run generate". Do not edit.
import type { Call, CallOptions, Deleted } from './call-types.ts'

export interface List<T, Meta = {}> {
  data: T[]
  meta: PageMeta & Meta
  links: PageLinks
}

export type ProblemCode = 'address_not_allowed' | 'already_exists' | 'body_too_large' | 'cross_site_request' | 'insufficient_role' | 'insufficient_scope' | 'internal_error' | 'key_limited' | 'limit_reached' | 'mail_not_sent' | 'malformed_body' | 'not_found' | 'not_possible' | 'precondition_failed' | 'provider_test_failed' | 'rate_limited' | 'report_not_sent' | 'request_in_progress' | 'target_not_allowed' | 'team_requires_two_factor' | 'unauthenticated' | 'unavailable' | 'unsupported_media_type' | 'validation_failed'

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

export type AffectedVisits = {
  /** Entry pages */
  pages: Array<{
    value: string
    visits_lost: number
  }>
  countries: Array<{
    value: string
    visits_lost: number
  }>
  sources: Array<{
    value: string
    visits_lost: number
  }>
}

export type AlertEvent = IncidentEvent | ExpiryEvent | SlowEvent | BurnEvent

export type AlertWebhook = EventsWebhook | TestWebhook

export type Annotation = {
  object: 'annotation'
  id: number
  website_id: number
  /** RFC 3339, UTC, milliseconds */
  happened_at: string
  text: string
  link: string | null
  /** Who wrote it: the e-mail address of the account, or the name of the API key */
  author: string
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
}

export type AnnotationChanges = {
  /** The time that the annotation is about */
  happened_at?: string | undefined
  text?: string | undefined
  /** Where to read more */
  link?: string | null | undefined
}

export type AnnotationsCreateInput = NewAnnotation

export type AnnotationsListQuery = {
  /** Annotations from this time on */
  from?: string | undefined
  /** Annotations before this time */
  to?: string | undefined
  /** Page number, starting at 1 */
  page?: number | undefined
  /** Records per page */
  per_page?: number | undefined
}

export type AnnotationsUpdateInput = AnnotationChanges

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
  /** IP addresses and CIDR ranges that the key can be used from; empty: from anywhere */
  allowed_addresses: string[]
  /** The only websites and monitors that the key can read and change; null: all */
  limited_to: ApiKeyLimits | null
  last_used_at: string | null
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
}

export type ApiKeyLimits = {
  /** These websites, with everything that belongs to them and their monitors */
  website_ids: number[]
  /** These monitors, whatever website they belong to */
  monitor_ids: number[]
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
  /** When messages wait until they end; null: never */
  quiet_hours: QuietHours | null
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
  /** rule: made by an assignment rule, and not changed by anybody since */
  source: 'manual' | 'rule'
  /** The assignment rule that made it; null if source is manual */
  rule_id: number | null
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
}

export type AssignmentRule = {
  object: 'assignment_rule'
  id: number
  name: string | null
  applies_to: 'all' | 'tag' | 'website'
  tag: string | null
  website_id: number | null
  website_domain: string | null
  /** Empty when its last provider was deleted */
  provider_ids: number[]
  /** How many monitors the rule applies to */
  monitor_count: number
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
}

export type AssignmentRuleChanges = {
  name?: string | null | undefined
  /** all: every monitor. tag: monitors with the tag, and monitors of a website with the tag. website: the monitors of the website. Includes future monitors */
  applies_to?: 'all' | 'tag' | 'website' | undefined
  /** For applies_to tag */
  tag?: string | null | undefined
  /** For applies_to website */
  website_id?: number | null | undefined
  /** The providers that the rule assigns */
  provider_ids?: number[] | undefined
}

export type AssignmentRulesCreateInput = NewAssignmentRule

export type AssignmentRulesListQuery = {
  /** Page number, starting at 1 */
  page?: number | undefined
  /** Records per page */
  pageSize?: number | undefined
}

export type AssignmentRulesUpdateInput = AssignmentRuleChanges

export type AssignmentsListQuery = {
  /** Text contained in the name or the URL */
  search?: string | undefined
  /** Only monitors with this tag */
  tag?: string | undefined
  /** Only monitors that alert nobody, or only the others */
  alerts_nobody?: boolean | 0 | 1 | undefined
  /** Page number, starting at 1 */
  page?: number | undefined
  /** Records per page */
  pageSize?: number | undefined
}

export type AuditEntry = {
  object: 'audit_entry'
  id: number
  action: 'website.created' | 'website.updated' | 'website.deleted' | 'website.exported' | 'website.report_sent' | 'goal.created' | 'goal.updated' | 'goal.deleted' | 'annotation.created' | 'annotation.updated' | 'annotation.deleted' | 'statistics_import.created' | 'statistics_import.started' | 'statistics_import.deleted' | 'monitor.created' | 'monitor.updated' | 'monitor.deleted' | 'monitor.provider_assigned' | 'monitor.provider_unassigned' | 'incident.acknowledged' | 'deploy.created' | 'deploy.deleted' | 'maintenance_window.created' | 'maintenance_window.updated' | 'maintenance_window.deleted' | 'status_page.created' | 'status_page.updated' | 'status_page.deleted' | 'status_page.domain_verified' | 'status_subscriber.removed' | 'status_page_incident.created' | 'status_page_incident.updated' | 'status_page_incident.deleted' | 'status_page_update.created' | 'status_page_update.updated' | 'status_page_update.deleted' | 'status_page_template.created' | 'status_page_template.updated' | 'status_page_template.deleted' | 'uptime_report.created' | 'uptime_report.updated' | 'uptime_report.deleted' | 'uptime_report.sent' | 'objective.created' | 'objective.updated' | 'objective.deleted' | 'provider.created' | 'provider.updated' | 'provider.deleted' | 'provider.tested' | 'provider.confirmed' | 'assignment_rule.created' | 'assignment_rule.updated' | 'assignment_rule.deleted' | 'delivery.retried' | 'escalation_policy.created' | 'escalation_policy.updated' | 'escalation_policy.deleted' | 'on_call_schedule.created' | 'on_call_schedule.updated' | 'on_call_schedule.deleted' | 'on_call_schedule.calendar_created' | 'on_call_schedule.calendar_revoked' | 'notification_preferences.updated' | 'team.created' | 'team.updated' | 'team.deleted' | 'team.configured' | 'team_member.joined' | 'team_member.updated' | 'team_member.removed' | 'team_invitation.created' | 'team_invitation.revoked' | 'api_key.created' | 'api_key.rotated' | 'api_key.revoked' | 'session.created' | 'session.failed' | 'session.ended' | 'user.created' | 'user.updated' | 'user.deleted' | 'user.password_changed' | 'user.password_reset_requested' | 'user.password_reset' | 'user.verification_sent' | 'user.email_verified' | 'user.email_change_requested' | 'user.email_changed' | 'user.two_factor_started' | 'user.two_factor_enabled' | 'user.two_factor_disabled' | 'user.signed_out_everywhere' | 'user.sign_in_link_created' | 'passkey.created' | 'passkey.updated' | 'passkey.deleted' | 'identity.linked' | 'identity.unlinked' | 'invitation.created' | 'invitation.revoked' | 'audit_log.exported'
  /** operator: a command on the server. system: Sitewatch itself. anonymous: not signed in */
  actor_type: 'user' | 'api_key' | 'operator' | 'system' | 'anonymous'
  /** ID of the user or of the API key */
  actor_id: number | null
  /** E-mail address of the user, name of the API key, or the command */
  actor_name: string
  /** The user, also when an API key of theirs was used */
  user_id: number | null
  record_type: 'website' | 'goal' | 'annotation' | 'statistics_import' | 'monitor' | 'incident' | 'deploy' | 'maintenance_window' | 'status_page' | 'status_subscriber' | 'status_page_incident' | 'status_page_update' | 'status_page_template' | 'uptime_report' | 'objective' | 'provider' | 'assignment_rule' | 'delivery' | 'escalation_policy' | 'on_call_schedule' | 'notification_preferences' | 'team' | 'team_member' | 'team_invitation' | 'api_key' | 'session' | 'user' | 'passkey' | 'identity' | 'invitation' | 'audit_log'
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
  action?: 'website.created' | 'website.updated' | 'website.deleted' | 'website.exported' | 'website.report_sent' | 'goal.created' | 'goal.updated' | 'goal.deleted' | 'annotation.created' | 'annotation.updated' | 'annotation.deleted' | 'statistics_import.created' | 'statistics_import.started' | 'statistics_import.deleted' | 'monitor.created' | 'monitor.updated' | 'monitor.deleted' | 'monitor.provider_assigned' | 'monitor.provider_unassigned' | 'incident.acknowledged' | 'deploy.created' | 'deploy.deleted' | 'maintenance_window.created' | 'maintenance_window.updated' | 'maintenance_window.deleted' | 'status_page.created' | 'status_page.updated' | 'status_page.deleted' | 'status_page.domain_verified' | 'status_subscriber.removed' | 'status_page_incident.created' | 'status_page_incident.updated' | 'status_page_incident.deleted' | 'status_page_update.created' | 'status_page_update.updated' | 'status_page_update.deleted' | 'status_page_template.created' | 'status_page_template.updated' | 'status_page_template.deleted' | 'uptime_report.created' | 'uptime_report.updated' | 'uptime_report.deleted' | 'uptime_report.sent' | 'objective.created' | 'objective.updated' | 'objective.deleted' | 'provider.created' | 'provider.updated' | 'provider.deleted' | 'provider.tested' | 'provider.confirmed' | 'assignment_rule.created' | 'assignment_rule.updated' | 'assignment_rule.deleted' | 'delivery.retried' | 'escalation_policy.created' | 'escalation_policy.updated' | 'escalation_policy.deleted' | 'on_call_schedule.created' | 'on_call_schedule.updated' | 'on_call_schedule.deleted' | 'on_call_schedule.calendar_created' | 'on_call_schedule.calendar_revoked' | 'notification_preferences.updated' | 'team.created' | 'team.updated' | 'team.deleted' | 'team.configured' | 'team_member.joined' | 'team_member.updated' | 'team_member.removed' | 'team_invitation.created' | 'team_invitation.revoked' | 'api_key.created' | 'api_key.rotated' | 'api_key.revoked' | 'session.created' | 'session.failed' | 'session.ended' | 'user.created' | 'user.updated' | 'user.deleted' | 'user.password_changed' | 'user.password_reset_requested' | 'user.password_reset' | 'user.verification_sent' | 'user.email_verified' | 'user.email_change_requested' | 'user.email_changed' | 'user.two_factor_started' | 'user.two_factor_enabled' | 'user.two_factor_disabled' | 'user.signed_out_everywhere' | 'user.sign_in_link_created' | 'passkey.created' | 'passkey.updated' | 'passkey.deleted' | 'identity.linked' | 'identity.unlinked' | 'invitation.created' | 'invitation.revoked' | 'audit_log.exported' | undefined
  record_type?: 'website' | 'goal' | 'annotation' | 'statistics_import' | 'monitor' | 'incident' | 'deploy' | 'maintenance_window' | 'status_page' | 'status_subscriber' | 'status_page_incident' | 'status_page_update' | 'status_page_template' | 'uptime_report' | 'objective' | 'provider' | 'assignment_rule' | 'delivery' | 'escalation_policy' | 'on_call_schedule' | 'notification_preferences' | 'team' | 'team_member' | 'team_invitation' | 'api_key' | 'session' | 'user' | 'passkey' | 'identity' | 'invitation' | 'audit_log' | undefined
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
  action?: 'website.created' | 'website.updated' | 'website.deleted' | 'website.exported' | 'website.report_sent' | 'goal.created' | 'goal.updated' | 'goal.deleted' | 'annotation.created' | 'annotation.updated' | 'annotation.deleted' | 'statistics_import.created' | 'statistics_import.started' | 'statistics_import.deleted' | 'monitor.created' | 'monitor.updated' | 'monitor.deleted' | 'monitor.provider_assigned' | 'monitor.provider_unassigned' | 'incident.acknowledged' | 'deploy.created' | 'deploy.deleted' | 'maintenance_window.created' | 'maintenance_window.updated' | 'maintenance_window.deleted' | 'status_page.created' | 'status_page.updated' | 'status_page.deleted' | 'status_page.domain_verified' | 'status_subscriber.removed' | 'status_page_incident.created' | 'status_page_incident.updated' | 'status_page_incident.deleted' | 'status_page_update.created' | 'status_page_update.updated' | 'status_page_update.deleted' | 'status_page_template.created' | 'status_page_template.updated' | 'status_page_template.deleted' | 'uptime_report.created' | 'uptime_report.updated' | 'uptime_report.deleted' | 'uptime_report.sent' | 'objective.created' | 'objective.updated' | 'objective.deleted' | 'provider.created' | 'provider.updated' | 'provider.deleted' | 'provider.tested' | 'provider.confirmed' | 'assignment_rule.created' | 'assignment_rule.updated' | 'assignment_rule.deleted' | 'delivery.retried' | 'escalation_policy.created' | 'escalation_policy.updated' | 'escalation_policy.deleted' | 'on_call_schedule.created' | 'on_call_schedule.updated' | 'on_call_schedule.deleted' | 'on_call_schedule.calendar_created' | 'on_call_schedule.calendar_revoked' | 'notification_preferences.updated' | 'team.created' | 'team.updated' | 'team.deleted' | 'team.configured' | 'team_member.joined' | 'team_member.updated' | 'team_member.removed' | 'team_invitation.created' | 'team_invitation.revoked' | 'api_key.created' | 'api_key.rotated' | 'api_key.revoked' | 'session.created' | 'session.failed' | 'session.ended' | 'user.created' | 'user.updated' | 'user.deleted' | 'user.password_changed' | 'user.password_reset_requested' | 'user.password_reset' | 'user.verification_sent' | 'user.email_verified' | 'user.email_change_requested' | 'user.email_changed' | 'user.two_factor_started' | 'user.two_factor_enabled' | 'user.two_factor_disabled' | 'user.signed_out_everywhere' | 'user.sign_in_link_created' | 'passkey.created' | 'passkey.updated' | 'passkey.deleted' | 'identity.linked' | 'identity.unlinked' | 'invitation.created' | 'invitation.revoked' | 'audit_log.exported' | undefined
  record_type?: 'website' | 'goal' | 'annotation' | 'statistics_import' | 'monitor' | 'incident' | 'deploy' | 'maintenance_window' | 'status_page' | 'status_subscriber' | 'status_page_incident' | 'status_page_update' | 'status_page_template' | 'uptime_report' | 'objective' | 'provider' | 'assignment_rule' | 'delivery' | 'escalation_policy' | 'on_call_schedule' | 'notification_preferences' | 'team' | 'team_member' | 'team_invitation' | 'api_key' | 'session' | 'user' | 'passkey' | 'identity' | 'invitation' | 'audit_log' | undefined
  /** Only with record_type */
  record_id?: number | undefined
  /** Entries from this time on */
  from?: string | undefined
  /** Entries before this time */
  to?: string | undefined
  /** Cursor from links.next: the ID of the last record of the page before. Paging with it never repeats or skips a record, even if records are created in between */
  after?: number | undefined
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

export type BurnAlert = {
  burn: 'fast' | 'slow'
  burn_rate: number
  budget_left_percent: number
  /** RFC 3339, UTC, milliseconds */
  happened_at: string
}

export type BurnEvent = {
  type: 'objective.burn_fast' | 'objective.burn_slow'
  notice: {
    /** Of an objective of a website, its domain and URL, and no id */
    monitor: {
      id: number | null
      name: string
      url: string
    }
    objective_id: number
    objective_name: string
    target: number
    window_days: number
    measure: 'clock' | 'visitors'
    burn_rate: number
    lookback_seconds: number
    budget_left_percent: number
    link: string
  }
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
    kind: 'dns' | 'connect' | 'tls' | 'timeout' | 'http_status' | 'keyword' | 'icmp' | 'response' | 'dns_record' | 'assertion' | 'heartbeat_missed' | 'heartbeat_failed' | 'snippet_missing' | 'blocked_by_csp' | 'page_error' | 'redirects_elsewhere' | 'dns_changed' | 'collector_unreachable' | 'unknown'
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

export type CheckIncidentFacts = {
  kind: 'check'
  incident_id: number
  cause: {
    kind: 'dns' | 'connect' | 'tls' | 'timeout' | 'http_status' | 'keyword' | 'icmp' | 'response' | 'dns_record' | 'assertion' | 'heartbeat_missed' | 'heartbeat_failed' | 'snippet_missing' | 'blocked_by_csp' | 'page_error' | 'redirects_elsewhere' | 'dns_changed' | 'collector_unreachable' | 'unknown'
    http_status: number | null
    message: string
  }
  /** RFC 3339, UTC, milliseconds */
  started_at: string
  resolved_at: string | null
  duration_seconds: number
  resolution: string | null
  /** The response of the target, shortened */
  evidence: string | null
  /** An estimate; null without enough traffic */
  visitors_lost: number | null
  visitors_lost_low: number | null
  visitors_lost_high: number | null
  second_opinion: SecondOpinion | null
  goals_lost: Array<{
    name: string
    lost: number
    low: number
    high: number
  }>
  revenue_lost: Array<{
    currency: string
    lost: string
    low: string
    high: string
  }>
  /** Active monitors that depend on this one */
  dependents_count: number
  /** Name of the monitor that was down, so that no alert was sent at first */
  suppressed_by: string | null
  /** A deploy within 30 minutes before */
  deploy: {
    version: string
    environment: string
    seconds_before: number
  } | null
  link: string
  acknowledge_url: string | null
  acknowledged: {
    by: string | null
    /** RFC 3339, UTC, milliseconds */
    at: string
    note: string | null
  } | null
  escalation: {
    policy_name: string
    step: number
    steps_count: number
  } | null
  monitor: {
    id: number
    name: string
    url: string
  }
}

export type ConfigApplyInput = ConfigFile

export type ConfigApplyQuery = {
  /** true: do it, answer what changed, and take it back */
  dry_run?: boolean | 0 | 1 | undefined
  /** true: delete what is missing in the sections that the file has. Default: delete nothing */
  prune?: boolean | 0 | 1 | undefined
  /** From a dry run: fails with 409 if applying would no longer make exactly those changes */
  plan_id?: string | undefined
}

export type ConfigAssignmentRule = {
  name: string
  /** all: every monitor. tag: monitors with the tag, and monitors of a website with the tag. website: the monitors of the website. Includes future monitors */
  applies_to: 'all' | 'tag' | 'website'
  /** For applies_to tag */
  tag?: string | null | undefined
  /** For applies_to website: its domain */
  website?: string | null | undefined
  /** Names of the providers that the rule assigns */
  providers: string[]
}

export type ConfigChange = {
  action: 'create' | 'update' | 'delete'
  kind: 'website' | 'goal' | 'provider' | 'on_call_schedule' | 'escalation_policy' | 'monitor' | 'assignment_rule' | 'status_page' | 'maintenance_window' | 'uptime_report'
  name: string
  /** What differs; empty for delete. Of secrets only that they differ */
  fields: Array<{
    field: string
    before: unknown
    after: unknown
  }>
}

export type ConfigEscalationPolicy = {
  name: string
  steps: Array<{
    /** Minutes after the last message of the step before, or after the alert; 0 only in the first step */
    after_minutes: number
    /** Names of providers */
    providers?: string[] | undefined
    /** Names of on-call schedules; the person on call gets the message */
    on_call_schedules?: string[] | undefined
    /** How often the message of this step is repeated. Default: 0 */
    repeats?: number | undefined
    /** Minutes between these messages. Default: 5 */
    repeat_minutes?: number | undefined
  }>
  /** How often the steps start over after the last one. Default: 0 */
  repeats?: number | undefined
  /** Minutes from the last message until they start over. Default: 30 */
  repeat_minutes?: number | undefined
  /** For all monitors of the team without another policy. At most one policy is the default. Default: false */
  is_default?: boolean | undefined
  /** For monitors with one of these tags. A tag can have one policy only */
  tags?: string[] | undefined
}

export type ConfigExport = {
  object: 'config_export'
  version: 1
  websites: Array<Record<string, unknown>>
  providers: Array<Record<string, unknown>>
  on_call_schedules: Array<Record<string, unknown>>
  escalation_policies: Array<Record<string, unknown>>
  monitors: Array<Record<string, unknown>>
  assignment_rules: Array<Record<string, unknown>>
  status_pages: Array<Record<string, unknown>>
  maintenance_windows: Array<Record<string, unknown>>
  uptime_reports: Array<Record<string, unknown>>
}

export type ConfigFile = {
  /** Version of this format */
  version: 1
  /** Websites, by domain */
  websites?: ConfigWebsite[] | undefined
  /** Notification providers, by name */
  providers?: ConfigProvider[] | undefined
  /** On-call schedules, by name */
  on_call_schedules?: ConfigOnCallSchedule[] | undefined
  /** Escalation policies, by name */
  escalation_policies?: ConfigEscalationPolicy[] | undefined
  /** Monitors, by friendly_name */
  monitors?: ConfigMonitor[] | undefined
  /** Rules that assign providers to monitors, by name */
  assignment_rules?: ConfigAssignmentRule[] | undefined
  /** Status pages, by name */
  status_pages?: ConfigStatusPage[] | undefined
  /** Repeating maintenance windows, by name */
  maintenance_windows?: ConfigMaintenanceWindow[] | undefined
  /** Monthly uptime reports by e-mail, by name */
  uptime_reports?: ConfigUptimeReport[] | undefined
}

export type ConfigMaintenanceWindow = {
  name: string
  repeat: 'daily' | 'weekly'
  starts_at: string
  ends_at: string
  /** Repetitions follow its local time. Default: UTC */
  timezone?: string | undefined
  /** All monitors, including future ones. Default: false */
  all_monitors?: boolean | undefined
  /** Names of the monitors */
  monitors?: string[] | undefined
}

export type ConfigMonitor = {
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
  request_headers?: Record<string, string> | SecretReference | Record<string, string | SecretReference> | undefined
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
  auth_password?: string | null | SecretReference | Record<string, string | SecretReference> | undefined
  auth_token?: string | null | SecretReference | Record<string, string | SecretReference> | undefined
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
  locations?: string[] | undefined
  quorum?: number | undefined
  /** Labels to filter by: at most 20, in lower case */
  tags?: string[] | undefined
  /** Domain of the website that the monitor belongs to */
  website?: string | null | undefined
  /** Names of monitors. While one of them is down, nobody is alerted about this one */
  depends_on?: string[] | undefined
  /** Name of its own escalation policy */
  escalation_policy?: string | null | undefined
  /** Names of the providers to alert. Those that a rule assigns need not be listed */
  providers?: string[] | undefined
  /** Names of providers whose assignment is disabled */
  disabled_providers?: string[] | undefined
  /** Names of providers that no rule may assign to this monitor */
  unassigned_providers?: string[] | undefined
}

export type ConfigOnCallSchedule = {
  name: string
  /** IANA time zone name. Local times follow daylight saving time. Default: UTC */
  timezone?: string | undefined
  members?: Array<{
    name: string
    /** E-mail address of the member of the team */
    user?: string | null | undefined
    /** Names of providers that reach this person */
    providers?: string[] | undefined
  }> | undefined
  layers?: NewOnCallLayer[] | undefined
}

export type ConfigPlan = {
  object: 'config_plan'
  /** Identifies these changes; send it to apply exactly them */
  plan_id: string
  /** False for a dry run */
  is_applied: boolean
  create_count: number
  update_count: number
  delete_count: number
  changes: ConfigChange[]
}

export type ConfigProvider = {
  name: string
  provider_type: 'email'
  recipient_email: string
  /** Whether it is assigned to new monitors */
  is_default?: boolean | undefined
  /** When messages wait until they end; null: never */
  quiet_hours?: NewQuietHours | null | undefined
} | {
  name: string
  provider_type: 'slack'
  /** From api.slack.com/apps, Incoming Webhooks: https://hooks.slack.com/services/… */
  webhook_url?: string | SecretReference | Record<string, string | SecretReference> | undefined
  /** Overrides the default channel, if the webhook allows it. */
  channel?: string | null | undefined
  username?: string | null | undefined
  /** Whether it is assigned to new monitors */
  is_default?: boolean | undefined
  /** When messages wait until they end; null: never */
  quiet_hours?: NewQuietHours | null | undefined
} | {
  name: string
  provider_type: 'telegram'
  /** Such as -1001234567890, or the @name of a public channel. Add the bot to the chat first. */
  chat_id: string | number
  /** Send /newbot to @BotFather to get one: 123456:ABC… */
  token?: string | SecretReference | Record<string, string | SecretReference> | undefined
  /** Whether it is assigned to new monitors */
  is_default?: boolean | undefined
  /** When messages wait until they end; null: never */
  quiet_hours?: NewQuietHours | null | undefined
} | {
  name: string
  provider_type: 'sms'
  /** With country code: +15551234567 */
  phone_number: string
  /** Whether it is assigned to new monitors */
  is_default?: boolean | undefined
  /** When messages wait until they end; null: never */
  quiet_hours?: NewQuietHours | null | undefined
} | {
  name: string
  provider_type: 'webhook'
  /** It must respond with 2xx within 15 seconds. */
  webhook_url?: string | SecretReference | Record<string, string | SecretReference> | undefined
  /** Your server uses it to verify messages. Copy it now: it will be masked later. */
  signing_secret?: string | SecretReference | Record<string, string | SecretReference> | undefined
  /** Whether it is assigned to new monitors */
  is_default?: boolean | undefined
  /** When messages wait until they end; null: never */
  quiet_hours?: NewQuietHours | null | undefined
} | {
  name: string
  provider_type: 'discord'
  /** In the channel’s settings: Integrations, Webhooks. https://discord.com/api/webhooks/… */
  webhook_url?: string | SecretReference | Record<string, string | SecretReference> | undefined
  /** Whether it is assigned to new monitors */
  is_default?: boolean | undefined
  /** When messages wait until they end; null: never */
  quiet_hours?: NewQuietHours | null | undefined
} | {
  name: string
  provider_type: 'pagerduty'
  /** At the service: Integrations, Events API v2. 32 characters. */
  routing_key?: string | SecretReference | Record<string, string | SecretReference> | undefined
  /** Whether it is assigned to new monitors */
  is_default?: boolean | undefined
  /** When messages wait until they end; null: never */
  quiet_hours?: NewQuietHours | null | undefined
} | {
  name: string
  provider_type: 'apprise'
  /** With the key of a stored configuration: https://apprise.example.com/notify/KEY */
  webhook_url?: string | SecretReference | Record<string, string | SecretReference> | undefined
  /** Only services with this tag. All if empty. */
  tag?: string | null | undefined
  /** Whether it is assigned to new monitors */
  is_default?: boolean | undefined
  /** When messages wait until they end; null: never */
  quiet_hours?: NewQuietHours | null | undefined
} | {
  name: string
  provider_type: 'google_chat'
  /** In the space: Apps & integrations, Webhooks. https://chat.googleapis.com/v1/spaces/… */
  webhook_url?: string | SecretReference | Record<string, string | SecretReference> | undefined
  /** Whether it is assigned to new monitors */
  is_default?: boolean | undefined
  /** When messages wait until they end; null: never */
  quiet_hours?: NewQuietHours | null | undefined
} | {
  name: string
  provider_type: 'matrix'
  /** https://matrix.org, or your own server. */
  homeserver_url: string
  /** In the room’s settings, under Advanced: !abc:example.com. Invite the account to the room first. */
  room_id: string
  /** Of the account that sends. In Element: All settings, Help & About, Advanced. */
  access_token?: string | SecretReference | Record<string, string | SecretReference> | undefined
  /** Whether it is assigned to new monitors */
  is_default?: boolean | undefined
  /** When messages wait until they end; null: never */
  quiet_hours?: NewQuietHours | null | undefined
} | {
  name: string
  provider_type: 'mattermost'
  /** In Mattermost: Integrations, Incoming Webhooks. https://your-server/hooks/… */
  webhook_url?: string | SecretReference | Record<string, string | SecretReference> | undefined
  /** Overrides the default channel, if the webhook is not locked to it. */
  channel?: string | null | undefined
  /** Whether it is assigned to new monitors */
  is_default?: boolean | undefined
  /** When messages wait until they end; null: never */
  quiet_hours?: NewQuietHours | null | undefined
} | {
  name: string
  provider_type: 'ntfy'
  /** Anybody who knows the topic can read it: choose one that cannot be guessed. */
  topic: string
  /** https://ntfy.sh if empty. */
  server_url?: string | null | undefined
  /** Only for a protected topic: tk_… */
  ntfy_token?: string | null | SecretReference | Record<string, string | SecretReference> | undefined
  /** Whether it is assigned to new monitors */
  is_default?: boolean | undefined
  /** When messages wait until they end; null: never */
  quiet_hours?: NewQuietHours | null | undefined
} | {
  name: string
  provider_type: 'opsgenie'
  /** Of an API integration of your team, with the right to create alerts. */
  api_key?: string | SecretReference | Record<string, string | SecretReference> | undefined
  /** https://api.opsgenie.com if empty. EU: https://api.eu.opsgenie.com */
  api_url?: string | null | undefined
  /** Whether it is assigned to new monitors */
  is_default?: boolean | undefined
  /** When messages wait until they end; null: never */
  quiet_hours?: NewQuietHours | null | undefined
} | {
  name: string
  provider_type: 'pushover'
  /** 30 characters, on pushover.net after you sign in. */
  user_key?: string | SecretReference | Record<string, string | SecretReference> | undefined
  /** Of an application that you create on pushover.net/apps/build. */
  api_token?: string | SecretReference | Record<string, string | SecretReference> | undefined
  /** Whether it is assigned to new monitors */
  is_default?: boolean | undefined
  /** When messages wait until they end; null: never */
  quiet_hours?: NewQuietHours | null | undefined
} | {
  name: string
  provider_type: 'teams'
  /** In Teams: Workflows, “Send webhook alerts to a channel”. Copy the URL it shows at the end. */
  webhook_url?: string | SecretReference | Record<string, string | SecretReference> | undefined
  /** Whether it is assigned to new monitors */
  is_default?: boolean | undefined
  /** When messages wait until they end; null: never */
  quiet_hours?: NewQuietHours | null | undefined
} | {
  name: string
  provider_type: 'web_push'
  /** Of the browser’s push subscription. */
  endpoint?: string | SecretReference | Record<string, string | SecretReference> | undefined
  /** keys.p256dh of the subscription. */
  p256dh?: string | SecretReference | Record<string, string | SecretReference> | undefined
  /** keys.auth of the subscription. */
  auth?: string | SecretReference | Record<string, string | SecretReference> | undefined
  /** Whether it is assigned to new monitors */
  is_default?: boolean | undefined
  /** When messages wait until they end; null: never */
  quiet_hours?: NewQuietHours | null | undefined
}

export type ConfigStatusPage = {
  name: string
  /** The page is at /s/<slug>. Default: generated from the name */
  slug?: string | undefined
  /** Custom domain that serves the page at its root, or null */
  domain?: string | null | undefined
  description?: string | null | undefined
  monitors?: Array<{
    monitor: string
    /** Shown instead of the name */
    label?: string | null | undefined
    /** Components with the same group are shown together */
    group?: string | null | undefined
  }> | undefined
  websites?: Array<{
    website: string
    /** Shown instead of the name */
    label?: string | null | undefined
    /** Components with the same group are shown together */
    group?: string | null | undefined
  }> | undefined
  /** public: everybody. password: those who know the password, and members of the team. team: signed-in members of the team */
  visibility?: 'public' | 'password' | 'team' | undefined
  /** Set once. A stored password is kept; change it in the dashboard or with swctl */
  password?: string | SecretReference | undefined
  /** Colour of links and buttons. Its lightness is adjusted to be readable in the light and the dark theme */
  accent_color?: string | null | undefined
  /** Default: true */
  show_response_times?: boolean | undefined
}

export type ConfigUptimeReport = {
  name: string
  /** Monitors with this tag, or of a website with this tag */
  tag?: string | undefined
  /** Uptime target in percent, such as 99.9. Default: 99.9 */
  target?: number | undefined
  /** IANA time zone name. Months and days start at its midnight. Default: UTC */
  timezone?: string | undefined
  /** Null: the language of each recipient */
  language?: 'en' | 'de' | null | undefined
  /** Name of the monitor that is reported */
  monitor?: string | undefined
  /** Name of the status page whose monitors are reported */
  status_page?: string | undefined
  /** E-mail addresses of members of the team. Omitted for a new report: you */
  recipients?: string[] | undefined
}

export type ConfigWebsite = {
  domain: string
  /** 0 = Public, 1 = Private, 2 = Password. Default: 0 */
  privacy?: 0 | 1 | 2 | undefined
  /** Exclude common bots from tracking: 0 = Disabled, 1 = Enabled. Default: 1 */
  exclude_bots?: 0 | 1 | undefined
  /** URL query parameters to exclude, one per line; * for all. An empty string clears the list */
  exclude_params?: string | null | undefined
  /** IP addresses to exclude, one IPv4 or IPv6 address or CIDR range per line. An empty string clears the list */
  exclude_ips?: string | null | undefined
  /** IANA name, such as Europe/Berlin. Default: UTC */
  timezone?: string | undefined
  /** Data retention in days; null: the server default */
  retention_days?: number | null | undefined
  /** Respect Do Not Track (DNT, Sec-GPC). Default: false */
  honor_dnt?: boolean | 0 | 1 | undefined
  /** Allow search engines to index the public page; only when privacy is 0. Default: false */
  indexable?: boolean | 0 | 1 | undefined
  /** Labels to filter by: at most 20, in lower case */
  tags?: string[] | undefined
  /** Open an incident and send alerts when visits collapse although every check is green. It has an effect only with enough traffic. Default: true */
  traffic_alerts?: boolean | 0 | 1 | undefined
  /** Set once. A stored password is kept; change it in the dashboard or with swctl */
  password?: string | SecretReference | undefined
  /** Page views and events that count as conversions */
  goals?: NewGoal[] | undefined
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
  /** IP addresses and CIDR ranges that the key can be used from; empty: from anywhere */
  allowed_addresses: string[]
  /** The only websites and monitors that the key can read and change; null: all */
  limited_to: ApiKeyLimits | null
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
  status?: 'pending' | 'sent' | 'failed' | 'skipped' | undefined
  provider_id?: number | undefined
  incident_id?: number | undefined
  /** Cursor from links.next: the ID of the last record of the page before. Paging with it never repeats or skips a record, even if records are created in between */
  after?: number | undefined
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
  /** Null for an incident of kind traffic, which is about a website */
  monitor_id: number | null
  monitor_name: string | null
  provider_id: number
  kind: 'opened' | 'resolved' | 'reminder' | 'acknowledged' | 'escalation' | 'flapping_started' | 'flapping_ended' | 'expiring' | 'renewed' | 'domain_expiring' | 'domain_renewed' | 'slow_started' | 'slow_ended' | 'burn_fast' | 'burn_slow'
  /** failed: no further automatic attempts; you can retry it. skipped: held by quiet hours until it was no longer needed */
  status: 'pending' | 'sent' | 'failed' | 'skipped'
  attempts: number
  last_error: string | null
  /** The message may have been sent before: the server stopped during an attempt, or the provider did not confirm it */
  possible_repeat: boolean
  /** End of the quiet hours of the provider that held it */
  held_until: string | null
  sent_at: string | null
  /** The website of an incident of kind traffic */
  website_id: number | null
  website_domain: string | null
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
}

export type Deploy = {
  object: 'deploy'
  id: number
  version: string
  environment: string
  commit: string | null
  link: string | null
  /** Whether it concerns every website and monitor of the team */
  whole_team: boolean
  website_ids: number[]
  monitor_ids: number[]
  tags: string[]
  /** RFC 3339, UTC, milliseconds */
  deployed_at: string
  /** What it changed, compared with before. Null: it is not compared */
  verdict: DeployVerdict | null
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
}

export type DeployMetric = {
  /** lcp, inp, cls, ttfb, fcp: web vitals. not_found: visitors who saw a 404 page. goal: visitors who reached the goal. response_time: of the monitors. failures: hours with a failed check */
  metric: 'lcp' | 'inp' | 'cls' | 'ttfb' | 'fcp' | 'not_found' | 'goal' | 'response_time' | 'failures'
  goal_id: number | null
  /** Only for goals */
  name: string | null
  /** Null: not decided yet */
  verdict: 'better' | 'no_difference' | 'worse' | 'not_enough_traffic' | null
  /** Of effect, low, high and margin: percent of the value before, or percentage points */
  unit: 'percent' | 'points'
  /** Change from before to after. Null: not enough data yet */
  effect: number | null
  /** Lower end of the interval of the effect */
  low: number | null
  /** Upper end of the interval of the effect */
  high: number | null
  /** An interval between -margin and margin means no_difference */
  margin: number
  /** Milliseconds (geometric mean), CLS, or percent */
  before: number | null
  /** In the same unit as before */
  after: number | null
  /** Visitors, or hours of checks */
  samples_before: number
  /** Visitors, or hours of checks */
  samples_after: number
  decided_at: string | null
}

export type DeployVerdict = {
  /** Over all metrics: worse if one is worse, better if one is better and none is worse. Null: not decided yet */
  verdict: 'better' | 'no_difference' | 'worse' | 'not_enough_traffic' | null
  decided_at: string | null
  /** When the comparison ends: 48 hours after the deploy, or with the next one */
  ends_at: string
  /** Whether the comparison has ended */
  is_final: boolean
  websites: Array<{
    website_id: number
    verdict: 'better' | 'no_difference' | 'worse' | 'not_enough_traffic' | null
    /** Those for which there is data */
    metrics: DeployMetric[]
  }>
}

export type DeploysCreateInput = NewDeploy

export type DeploysListQuery = {
  /** Only deploys to this environment */
  environment?: string | undefined
  /** Only deploys that concern this website */
  website_id?: number | undefined
  /** Only deploys that concern this monitor */
  monitor_id?: number | undefined
  /** Only deploys with this tag */
  tag?: string | undefined
  /** Deploys from this time on */
  from?: string | undefined
  /** Deploys before this time */
  to?: string | undefined
  /** Cursor from links.next: the ID of the last record of the page before. Paging with it never repeats or skips a record, even if records are created in between */
  after?: number | undefined
  /** Page number, starting at 1 */
  page?: number | undefined
  /** Records per page */
  pageSize?: number | undefined
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
  /** When messages wait until they end; null: never */
  quiet_hours: QuietHours | null
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
  /** When messages wait until they end; null: never */
  quiet_hours: QuietHours | null
  last_delivery: LastDelivery | null
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
}

export type Escalation = {
  object: 'escalation'
  incident_id: number
  /** null: the policy was deleted */
  policy_id: number | null
  policy_name: string
  steps_count: number
  /** running: the next message is planned. held: maintenance; it is sent afterwards. The others say why no further message is sent; finished: the last one was sent */
  status: 'running' | 'held' | 'acknowledged' | 'resolved' | 'finished' | 'policy_deleted'
  /** The next message */
  next: {
    step: number
    round: number
    repeat: number
    /** RFC 3339, UTC, milliseconds */
    at: string
  } | null
  /** Oldest first */
  messages: EscalationMessage[]
  /** RFC 3339, UTC, milliseconds */
  created_at: string
}

export type EscalationMessage = {
  /** Number of the step, starting at 1 */
  step: number
  /** Starting at 1; 2 after the steps have started over */
  round: number
  /** 0 for the first message of the step */
  repeat: number
  /** RFC 3339, UTC, milliseconds */
  due_at: string
  /** When its deliveries were created */
  at: string
  targets: EscalationTarget[]
}

export type EscalationPoliciesCreateInput = NewEscalationPolicy

export type EscalationPoliciesListQuery = {
  /** Page number, starting at 1 */
  page?: number | undefined
  /** Records per page */
  pageSize?: number | undefined
}

export type EscalationPoliciesUpdateInput = EscalationPolicyChanges

export type EscalationPolicy = {
  object: 'escalation_policy'
  id: number
  name: string
  steps: EscalationStep[]
  repeats: number
  repeat_minutes: number
  is_default: boolean
  tags: string[]
  /** Monitors that have it as their own escalation_policy_id */
  monitor_ids: number[]
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
}

export type EscalationPolicyChanges = {
  name?: string | undefined
  /** In this order, until somebody acknowledges the incident or it resolves */
  steps?: NewEscalationStep[] | undefined
  /** How often the steps start over after the last one */
  repeats?: number | undefined
  /** Minutes from the last message until they start over */
  repeat_minutes?: number | undefined
  /** For all monitors of the team without another policy. At most one policy is the default */
  is_default?: boolean | undefined
  /** For monitors with one of these tags. A tag can have one policy only */
  tags?: string[] | undefined
}

export type EscalationStep = {
  /** Minutes after the last message of the step before, or after the alert; 0 only in the first step */
  after_minutes: number
  provider_ids: number[]
  /** Schedules; the person on call when the message is sent gets it */
  on_call_schedule_ids: number[]
  /** How often the message of this step is repeated */
  repeats: number
  /** Minutes between these messages */
  repeat_minutes: number
}

export type EscalationTarget = {
  provider_id: number | null
  provider_name: string | null
  on_call_schedule_id: number | null
  on_call_schedule_name: string | null
  /** Who was on call */
  member: string | null
  /** sent: a delivery was created. Otherwise the reason why none was. already_alerted: the alert itself has just gone there, or another target of the step is the same provider */
  outcome: 'sent' | 'already_alerted' | 'assignment_disabled' | 'not_confirmed' | 'provider_deleted' | 'nobody_on_call' | 'no_provider' | 'schedule_deleted'
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

export type EventsWebhook = {
  /** Type of the only event, or incidents.list for several in one message */
  type: 'incidents.list' | 'incident.opened' | 'incident.resolved' | 'incident.reminder' | 'incident.acknowledged' | 'incident.escalated' | 'monitor.flapping_started' | 'monitor.flapping_ended' | 'certificate.expiring' | 'certificate.renewed' | 'domain.expiring' | 'domain.renewed' | 'monitor.slow_started' | 'monitor.slow_ended' | 'objective.burn_fast' | 'objective.burn_slow'
  /** RFC 3339, UTC, milliseconds */
  timestamp: string
  data: {
    events: AlertEvent[]
    /** The message may have been sent before; webhook-id is the same then */
    possible_repeat: boolean
  }
}

export type Evidence = {
  object: 'evidence'
  incident_id: number
  status: number | null
  headers: Record<string, string>
  /** The first 300 characters, without secret values of the monitor */
  body: string | null
}

export type ExpectedTraffic = {
  object: 'expected_traffic'
  website_id: number
  /** RFC 3339, UTC, milliseconds */
  from: string
  /** RFC 3339, UTC, milliseconds */
  to: string
  /** Whether a drop opens an incident. on: yes. off: traffic_alerts of the website is false. not_enough_data: there is no history to compare with yet. too_little_traffic: a drop could not be told from chance */
  alerts: 'on' | 'off' | 'not_enough_data' | 'too_little_traffic'
  /** Why it is not on, and what to do; null when it is on */
  alerts_reason: string | null
  /** One entry per hour, oldest first */
  hours: Array<{
    /** RFC 3339, UTC, milliseconds */
    start: string
    /** Null: not enough data */
    visits_expected: number | null
    /** With 90 % probability, not fewer visits */
    visits_low: number | null
    /** With 90 % probability, not more visits */
    visits_high: number | null
    /** Visits that began in this hour, so far for the current one. Null for hours to come */
    visits_seen: number | null
  }>
}

export type ExperiencedUptime = {
  object: 'experienced_uptime'
  monitor_id: number | null
  /** Whose visits are counted. Null: the monitor has no website */
  website_id: number | null
  /** RFC 3339, UTC, milliseconds */
  from: string
  /** RFC 3339, UTC, milliseconds */
  to: string
  /** Share of the monitored time that was up */
  clock_percent: number | null
  /** Share of the visits, expected ones included, that met a working site. Null without a website, or if too few visits are known */
  experienced_percent: number | null
  /** Visits that began in this time */
  visits_seen: number | null
  /** Visits that were expected during outages and did not come */
  visits_failed: number | null
}

export type ExpiryEvent = {
  type: 'certificate.expiring' | 'certificate.renewed' | 'domain.expiring' | 'domain.renewed'
  notice: {
    monitor: {
      id: number
      name: string
      url: string
    }
    /** RFC 3339, UTC, milliseconds */
    expires_at: string
    days_left: number
    /** Null for a certificate */
    domain: string | null
    link: string
  }
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

export type GoalLoss = {
  goal_id: number
  name: string
  /** Visits that would have reached the goal */
  lost: number
  /** Lower end of the 90 % interval */
  low: number
  /** Upper end of the 90 % interval */
  high: number
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
  /** When messages wait until they end; null: never */
  quiet_hours: QuietHours | null
  last_delivery: LastDelivery | null
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
}

export type IdentitiesLinkInput = {
  /** Empty for an account without a password, which must have signed in within the last ten minutes */
  password: string
  /** Or a passkey. Required if two-factor authentication is enabled */
  code?: string | undefined
  /** Instead of a code: what `navigator.credentials.get()` returned, as JSON */
  passkey?: Record<string, unknown> | undefined
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
  /** Visits that usually begin at these hours of the week, with the trend of the last weeks */
  visitors_expected: number
  /** Visits that began */
  visitors_seen: number
  /** The difference, an estimate */
  visitors_lost: number
  /** The estimate lies between low and high in nine of ten cases. Null for incidents of earlier releases */
  visitors_lost_low: number | null
  /** See `visitors_lost_low` */
  visitors_lost_high: number | null
  /** Weeks of traffic that the estimate is based on */
  basis: '2 weeks' | '3 weeks' | '4 weeks' | '5 weeks' | '6 weeks' | '7 weeks' | '8 weeks' | '9 weeks' | '10 weeks' | '11 weeks' | '12 weeks'
  /** Whether website traffic confirms the outage. Null during its first five minutes */
  traffic_check: {
    /** Visits that began in the first five minutes of the outage */
    visitors_last_5_min: number
    usual: number
    /** traffic_normal: visitors still came, so it may only be unreachable from Sitewatch. traffic_gone: visits stopped, too. inconclusive: too little traffic to tell, or a partial drop */
    verdict: 'traffic_normal' | 'traffic_gone' | 'inconclusive'
  } | null
  /** Estimated conversions lost, most first: visits lost times the conversion rate of the last four weeks. Null: not measured, or not enough data */
  goals: GoalLoss[] | null
  /** Estimated revenue lost by currency: visits lost times the revenue per visit of the last four weeks. Null: not measured, or not enough data */
  revenue: RevenueLoss[] | null
  /** Where most of the expected visits are missing: up to five each. Null: not measured, or none are missing */
  affected: AffectedVisits | null
}

export type ImportedDays = {
  state: 'included' | 'left_out'
  /** Why imported days are left out. filter: they cannot be filtered. interval: they have no hours. dimension: the import has no such figures */
  reason: 'filter' | 'interval' | 'dimension' | null
}

export type Incident = {
  object: 'incident'
  id: number
  /** Null for an incident of kind traffic, which is about a website */
  monitor_id: number | null
  monitor_name: string | null
  status: 'open' | 'acknowledged' | 'resolved'
  cause: {
    kind: 'dns' | 'connect' | 'tls' | 'timeout' | 'http_status' | 'keyword' | 'icmp' | 'response' | 'dns_record' | 'assertion' | 'heartbeat_missed' | 'heartbeat_failed' | 'snippet_missing' | 'blocked_by_csp' | 'page_error' | 'redirects_elsewhere' | 'dns_changed' | 'collector_unreachable' | 'unknown'
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
  /** check: a monitor is down. traffic: every check is green, but the visits of a website collapsed */
  kind: 'check' | 'traffic'
  /** The website of the incident or of its monitor */
  website_id: number | null
  website_domain: string | null
  /** What was judged when an incident of kind traffic was opened; null for kind check */
  traffic: JudgedTraffic | null
  /** How the traffic of the website changed the confirmation of the incident. Null: it did not */
  second_opinion: SecondOpinion | null
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
}

export type IncidentEvent = {
  type: 'incident.opened' | 'incident.resolved' | 'incident.reminder' | 'incident.acknowledged' | 'incident.escalated' | 'monitor.flapping_started' | 'monitor.flapping_ended'
  incident: CheckIncidentFacts | TrafficIncidentFacts
}

export type IncidentsAcknowledgeInput = {
  /** Your name. Omitted: the e-mail address of the account, or the name of the API key */
  by?: string | undefined
  /** Shown with the incident */
  note?: string | undefined
}

export type IncidentsDeploysQuery = {
  /** Page number, starting at 1 */
  page?: number | undefined
  /** Records per page */
  pageSize?: number | undefined
}

export type IncidentsListQuery = {
  /** Cursor from links.next: the ID of the last record of the page before. Paging with it never repeats or skips a record, even if records are created in between */
  after?: number | undefined
  status?: 'open' | 'acknowledged' | 'resolved' | undefined
  kind?: 'check' | 'traffic' | undefined
  monitor_id?: number | undefined
  /** Only incidents of this website and of its monitors */
  website_id?: number | undefined
  /** Only incidents of monitors that have this tag now, and of websites that have it, with all their monitors */
  tag?: string | undefined
  /** Text contained in the name or the URL of the monitor, or in the domain of the website */
  search?: string | undefined
  /** Only incidents that are open or were resolved after this time */
  from?: string | undefined
  /** Only incidents that started before this time */
  to?: string | undefined
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

export type JudgedTraffic = {
  /** RFC 3339, UTC, milliseconds */
  from: string
  /** RFC 3339, UTC, milliseconds */
  to: string
  /** Visits that usually begin in this time */
  visits_expected: number
  /** Lower end of the range that is normal */
  visits_low: number
  /** Upper end of the range that is normal */
  visits_high: number
  /** Visits that began in this time */
  visits_seen: number
}

export type KeysCreateInput = NewApiKey

export type KeysListQuery = {
  /** Page number, starting at 1 */
  page?: number | undefined
  /** Records per page */
  pageSize?: number | undefined
}

export type KeysRotateInput = RotateApiKey

export type LastDelivery = {
  kind: 'test' | 'alert'
  outcome: 'sent' | 'failed'
  message: string | null
  /** RFC 3339, UTC, milliseconds */
  at: string
}

export type Live = {
  object: 'live'
  topics: Array<'website' | 'monitor' | 'incident' | 'provider' | 'assignment' | 'assignment_rule' | 'delivery' | 'maintenance_window' | 'goal' | 'annotation' | 'deploy' | 'objective' | 'status_page' | 'escalation_policy' | 'on_call_schedule'>
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
  /** When messages wait until they end; null: never */
  quiet_hours: QuietHours | null
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
  /** When messages wait until they end; null: never */
  quiet_hours: QuietHours | null
  last_delivery: LastDelivery | null
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
}

export type MetricsSummary = {
  object: 'metrics_summary'
  /** Monitors with series */
  monitors: number
  /** Beyond the first 5000, by ID */
  monitors_omitted: number
  /** Websites with series */
  websites: number
  /** Beyond the first 1000, by ID */
  websites_omitted: number
  /** False while the history store is unavailable: response times by phase and visitors are missing */
  has_history: boolean
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
  /** Its own escalation policy */
  escalation_policy_id: number | null
  /** The escalation policy that applies, and where it is set; null: none */
  escalation: MonitorEscalation | null
  /** IDs of the providers with an enabled assignment */
  provider_ids: number[]
  /** True if no alert would be sent: no enabled provider is assigned, and no escalation policy alerts anybody */
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
  /** Only for heartbeat: where the job sends its pings. Its token is shown as `…` to members and keys that may not change monitors */
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

export type MonitorAssignments = {
  object: 'monitor_assignments'
  /** Of the monitor */
  id: number
  friendly_name: string
  is_active: boolean
  tags: string[]
  alerts_nobody: boolean
  assignments: Array<{
    provider_id: number
    enabled: boolean
    /** rule: made by an assignment rule, and not changed by anybody since */
    source: 'manual' | 'rule'
    rule_id: number | null
  }>
  /** Providers that somebody unassigned. No rule assigns them to this monitor again */
  removed_provider_ids: number[]
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
  /** Its own escalation policy. null: that of a tag, or the default */
  escalation_policy_id?: number | null | undefined
}

export type MonitorEscalation = {
  policy_id: number
  policy_name: string
  /** Where it is set: on the monitor, on one of its tags, or as the default of the team */
  source: 'monitor' | 'tag' | 'team'
  /** The tag, if source is tag */
  tag: string | null
}

export type MonitorImport = {
  object: 'monitor_import'
  source: 'kuma' | 'uptimerobot'
  dry_run: boolean
  /** In a dry run, how many would be created */
  created_count: number
  skipped_count: number
  /** One for each entry of the file, in its order */
  rows: MonitorImportRow[]
  /** Notifications of the source. They are not created, because their secrets stay where they are */
  providers: MonitorImportProvider[]
}

export type MonitorImportProvider = {
  name: string
  /** Type of the notification in the source */
  source_type: string
  /** Type of the notification provider to add; null: there is none */
  provider_type: string | null
  /** How many monitors of the file use it */
  monitor_count: number
  note: string
}

export type MonitorImportRequest = {
  /** The program that the file comes from */
  source: 'kuma' | 'uptimerobot'
  /** The file as base64. kuma: kuma.db or a JSON backup. uptimerobot: a CSV export or the JSON of getMonitors */
  file: string
  /** true: create nothing, only report what would happen. Default: false */
  dry_run?: boolean | undefined
}

export type MonitorImportRow = {
  /** Position in the file, starting at 1; a CSV header is not counted */
  line: number
  name: string
  /** Type of the monitor in the source */
  source_type: string
  /** URL or host that is checked */
  target: string | null
  action: 'create' | 'skip'
  /** Why it is skipped; `exists`: a monitor with this name, type and URL exists already */
  reason: 'exists' | 'duplicate' | 'group' | 'unsupported_type' | 'unsupported_setting' | 'invalid' | 'limit' | null
  /** The monitor; null: none, or none yet */
  monitor_id: number | null
  /** What differs from the source, or why the row is skipped */
  notes: string[]
}

export type MonitorUptime = {
  monitor_id: number
  name: string
  /** Null if nothing was monitored */
  uptime_percent: number | null
  is_target_met: boolean | null
  /** Time that counts: without maintenance and without unobserved time */
  monitored_seconds: number
  downtime_seconds: number
  /** Time in maintenance windows, which does not count */
  maintenance_seconds: number
  /** Time that does not count because the monitor did not exist yet, was paused, or Sitewatch could not check or no longer has the data */
  unobserved_seconds: number
  /** Downtime that the target allows. Of a period that goes on: of the whole period */
  budget_seconds: number
  /** Negative if the target is missed */
  budget_remaining_seconds: number
  incident_count: number
  /** From the confirmation of an incident to its acknowledgement. Null if none was acknowledged */
  acknowledge_mean_seconds: number | null
  acknowledge_median_seconds: number | null
  /** From the first failed check to the end of the incident. Null if none has ended */
  resolve_mean_seconds: number | null
  resolve_median_seconds: number | null
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

export type MonitorsExperiencedUptimeQuery = {
  /** Days up to now */
  days?: number | undefined
}

export type MonitorsImportInput = MonitorImportRequest

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

export type NewAnnotation = {
  text: string
  /** The time that the annotation is about; default: now */
  happened_at?: string | undefined
  /** Where to read more */
  link?: string | null | undefined
}

export type NewApiKey = {
  name: string
  scopes: Array<'monitors:read' | 'monitors:write' | 'providers:read' | 'providers:write' | 'websites:read' | 'websites:write' | 'stats:read' | 'events:write' | 'team:read' | 'team:write' | 'audit:read'>
  expires_at?: string | null | undefined
  /** IP addresses and CIDR ranges that the key can be used from. Default: those of the key that creates it, or anywhere */
  allowed_addresses?: string[] | undefined
  /** The only websites and monitors that the key can read and change. Default: all */
  limited_to?: NewApiKeyLimits | null | undefined
}

export type NewApiKeyLimits = {
  website_ids?: number[] | undefined
  monitor_ids?: number[] | undefined
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
  /** When messages wait until they end; null: never */
  quiet_hours?: NewQuietHours | null | undefined
}

export type NewAssignmentRule = {
  /** all: every monitor. tag: monitors with the tag, and monitors of a website with the tag. website: the monitors of the website. Includes future monitors */
  applies_to: 'all' | 'tag' | 'website'
  /** The providers that the rule assigns */
  provider_ids: number[]
  name?: string | null | undefined
  /** For applies_to tag */
  tag?: string | null | undefined
  /** For applies_to website */
  website_id?: number | null | undefined
}

export type NewDeploy = {
  /** Version that was deployed, such as 2.4.1 */
  version: string
  /** Default: production */
  environment?: string | undefined
  /** Commit that was deployed */
  commit?: string | null | undefined
  /** Where to read more, such as the release or the pipeline */
  link?: string | null | undefined
  /** Websites that it concerns. Without website_ids, monitor_ids and tags: the whole team */
  website_ids?: number[] | undefined
  /** Monitors that it concerns */
  monitor_ids?: number[] | undefined
  /** It concerns the websites and monitors with one of these tags */
  tags?: string[] | undefined
  /** Default: now */
  deployed_at?: string | undefined
}

export type NewDiscordProvider = {
  provider_type: 'discord'
  /** Webhook URL. In the channel’s settings: Integrations, Webhooks. https://discord.com/api/webhooks/… */
  webhook_url: string
  name?: string | null | undefined
  /** Whether it is assigned to new monitors created without provider_ids */
  is_default?: boolean | undefined
  /** When messages wait until they end; null: never */
  quiet_hours?: NewQuietHours | null | undefined
}

export type NewEmailProvider = {
  provider_type: 'email'
  /** E-mail address */
  recipient_email: string
  name?: string | null | undefined
  /** Whether it is assigned to new monitors created without provider_ids */
  is_default?: boolean | undefined
  /** When messages wait until they end; null: never */
  quiet_hours?: NewQuietHours | null | undefined
}

export type NewEscalationPolicy = {
  name: string
  /** In this order, until somebody acknowledges the incident or it resolves */
  steps: NewEscalationStep[]
  /** How often the steps start over after the last one. Default: 0 */
  repeats?: number | undefined
  /** Minutes from the last message until they start over. Default: 30 */
  repeat_minutes?: number | undefined
  /** For all monitors of the team without another policy. At most one policy is the default. Default: false */
  is_default?: boolean | undefined
  /** For monitors with one of these tags. A tag can have one policy only */
  tags?: string[] | undefined
}

export type NewEscalationStep = {
  /** Minutes after the last message of the step before, or after the alert; 0 only in the first step */
  after_minutes: number
  provider_ids?: number[] | undefined
  on_call_schedule_ids?: number[] | undefined
  /** How often the message of this step is repeated. Default: 0 */
  repeats?: number | undefined
  /** Minutes between these messages. Default: 5 */
  repeat_minutes?: number | undefined
}

export type NewEvent = {
  /** Default: event */
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
  /** When messages wait until they end; null: never */
  quiet_hours?: NewQuietHours | null | undefined
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
  /** When messages wait until they end; null: never */
  quiet_hours?: NewQuietHours | null | undefined
}

export type NewMattermostProvider = {
  provider_type: 'mattermost'
  /** Webhook URL. In Mattermost: Integrations, Incoming Webhooks. https://your-server/hooks/… */
  webhook_url: string
  /** Channel. Overrides the default channel, if the webhook is not locked to it. */
  channel?: string | null | undefined
  name?: string | null | undefined
  /** Whether it is assigned to new monitors created without provider_ids */
  is_default?: boolean | undefined
  /** When messages wait until they end; null: never */
  quiet_hours?: NewQuietHours | null | undefined
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
  /** Its own escalation policy. null: that of a tag, or the default */
  escalation_policy_id?: number | null | undefined
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
  /** When messages wait until they end; null: never */
  quiet_hours?: NewQuietHours | null | undefined
}

export type NewObjective = {
  name: string
  /** One monitor */
  monitor_id?: number | undefined
  /** All monitors of a website together: it is down while any of them is */
  website_id?: number | undefined
  /** Target in percent, such as 99.9; below 100. Default: 99.9 */
  target?: number | undefined
  /** Days of the rolling window that ends now. Default: 30 */
  window_days?: 7 | 28 | 30 | 90 | undefined
  /** clock: share of the monitored time that was up. visitors: share of the visits that met a working site, for which the website needs enough visits. Default: clock */
  measure?: 'clock' | 'visitors' | undefined
}

export type NewOnCallLayer = {
  /** Default: its number, such as "Layer 1" */
  name?: string | undefined
  /** Names of members, in the order in which they are on call */
  members: string[]
  /** Local date of the first shift. Weekly handovers are on its weekday */
  starts_on: string
  /** Local time of the first handover, and of daily and weekly ones. Default: 09:00 */
  handover_at?: string | undefined
  /** Length of a shift, in handover_unit. Default: 1 */
  handover_every?: number | undefined
  /** Default: week */
  handover_unit?: 'hour' | 'day' | 'week' | undefined
  /** Only at these local hours. Empty: always. Members change at handovers, whatever the hours */
  hours?: NewWeeklyRange[] | undefined
}

export type NewOnCallMember = {
  /** Unique in the schedule; layers and overrides refer to it */
  name: string
  /** The member of the team, if the person has an account */
  user_id?: number | null | undefined
  /** Providers that reach this person */
  provider_ids: number[]
}

export type NewOnCallOverride = {
  /** Name of a member */
  member: string
  starts_at: string
  ends_at: string
}

export type NewOnCallSchedule = {
  name: string
  /** IANA time zone name. Local times follow daylight saving time. Default: UTC */
  timezone?: string | undefined
  members?: NewOnCallMember[] | undefined
  /** Rotations. Where several cover a moment, the last one in the list wins */
  layers?: NewOnCallLayer[] | undefined
  /** Take precedence over all layers. Of several, the last one in the list wins */
  overrides?: NewOnCallOverride[] | undefined
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
  /** When messages wait until they end; null: never */
  quiet_hours?: NewQuietHours | null | undefined
}

export type NewPagerdutyProvider = {
  provider_type: 'pagerduty'
  /** Integration key. At the service: Integrations, Events API v2. 32 characters. */
  routing_key: string
  name?: string | null | undefined
  /** Whether it is assigned to new monitors created without provider_ids */
  is_default?: boolean | undefined
  /** When messages wait until they end; null: never */
  quiet_hours?: NewQuietHours | null | undefined
}

export type NewProvider = NewEmailProvider | NewSlackProvider | NewTelegramProvider | NewSmsProvider | NewWebhookProvider | NewDiscordProvider | NewPagerdutyProvider | NewAppriseProvider | NewGoogleChatProvider | NewMatrixProvider | NewMattermostProvider | NewNtfyProvider | NewOpsgenieProvider | NewPushoverProvider | NewTeamsProvider | NewWebPushProvider

export type NewPushoverProvider = {
  provider_type: 'pushover'
  /** User or group key. 30 characters, on pushover.net after you sign in. */
  user_key: string
  /** API token. Of an application that you create on pushover.net/apps/build. */
  api_token: string
  name?: string | null | undefined
  /** Whether it is assigned to new monitors created without provider_ids */
  is_default?: boolean | undefined
  /** When messages wait until they end; null: never */
  quiet_hours?: NewQuietHours | null | undefined
}

export type NewQuietHours = {
  /** IANA time zone name. Local times follow daylight saving time */
  timezone: string
  /** When it is quiet. Not the whole week */
  ranges: NewWeeklyRange[]
  /** What is sent at once all the same. Default: messages of an escalation policy */
  break_through?: {
    /** Default: true */
    escalations?: boolean | undefined
    /** Labels to filter by: at most 20, in lower case */
    tags?: string[] | undefined
  } | undefined
}

export type NewSlackProvider = {
  provider_type: 'slack'
  /** Webhook URL. From api.slack.com/apps, Incoming Webhooks: https://hooks.slack.com/services/… */
  webhook_url: string
  /** Channel. Overrides the default channel, if the webhook allows it. */
  channel?: string | null | undefined
  /** Display name */
  username?: string | null | undefined
  name?: string | null | undefined
  /** Whether it is assigned to new monitors created without provider_ids */
  is_default?: boolean | undefined
  /** When messages wait until they end; null: never */
  quiet_hours?: NewQuietHours | null | undefined
}

export type NewSmsProvider = {
  provider_type: 'sms'
  /** Phone number. With country code: +15551234567 */
  phone_number: string
  name?: string | null | undefined
  /** Whether it is assigned to new monitors created without provider_ids */
  is_default?: boolean | undefined
  /** When messages wait until they end; null: never */
  quiet_hours?: NewQuietHours | null | undefined
}

export type NewStatisticsImport = {
  /** plausible: the ZIP file of an export. umami: website_event rows as CSV. events: one event per line as JSON (NDJSON), such as an export of Sitewatch */
  source: 'plausible' | 'umami' | 'events'
  file_name: string
  /** Size of the file; at most 2 GiB, together with other files of the team whose imports have not ended */
  file_bytes: number
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
    /** Components with the same group are shown together under this name */
    group?: string | null | undefined
  }> | undefined
  /** Short form of `websites`: sets which are shown, and keeps the labels and groups of those that stay */
  website_ids?: number[] | undefined
  /** Websites to show, in this order: one row each with the combined status of its monitors */
  websites?: Array<{
    website_id: number
    /** Shown instead of the domain */
    label?: string | null | undefined
    /** Components with the same group are shown together under this name */
    group?: string | null | undefined
  }> | undefined
  /** public: everybody. password: those who know the password, and members of the team. team: signed-in members of the team */
  visibility?: 'public' | 'password' | 'team' | undefined
  /** Required for the visibility `password`; can be set and replaced, never read */
  password?: string | undefined
  /** Short form of `visibility`: true is `public`, false is `team`. `visibility` takes precedence */
  is_public?: boolean | undefined
  /** Colour of links and buttons. Its lightness is adjusted to be readable in the light and the dark theme */
  accent_color?: string | null | undefined
  /** Default: true */
  show_response_times?: boolean | undefined
}

export type NewStatusPageIncident = {
  /** Default: incident */
  kind?: 'incident' | 'maintenance' | undefined
  title: string
  /** Default: minor for an incident, none for maintenance */
  impact?: 'none' | 'minor' | 'major' | 'critical' | undefined
  /** Default: investigating, or scheduled for maintenance */
  status?: 'investigating' | 'identified' | 'monitoring' | 'resolved' | 'scheduled' | 'in_progress' | 'verifying' | 'completed' | undefined
  /** Text, with **bold**, `code`, [links](https://…) and lists of lines that start with "- " */
  body: string
  /** Affected monitors and websites of the page, each with its state */
  components?: Array<{
    monitor_id?: number | null | undefined
    website_id?: number | null | undefined
    state: 'operational' | 'degraded_performance' | 'partial_outage' | 'major_outage' | 'under_maintenance'
  }> | undefined
  /** When it was posted, not in the future. Default: now */
  posted_at?: string | undefined
  /** false: save it as a draft. Default: true */
  is_published?: boolean | undefined
  /** Whether subscribers are notified when it is published. Default: true */
  notify_subscribers?: boolean | undefined
  incident_id?: number | null | undefined
  maintenance_window_id?: number | null | undefined
  /** Start of maintenance. Default: that of the maintenance window */
  scheduled_for?: string | null | undefined
  /** End of maintenance. Default: that of the maintenance window */
  scheduled_until?: string | null | undefined
}

export type NewStatusPageTemplate = {
  name: string
  /** Default: incident */
  kind?: 'incident' | 'maintenance' | undefined
  title: string
  /** How severe it is; part of the status of the page. Default: minor */
  impact?: 'none' | 'minor' | 'major' | 'critical' | undefined
  /** For incidents: investigating, identified, monitoring, resolved. For maintenance: scheduled, in_progress, verifying, completed */
  status?: 'investigating' | 'identified' | 'monitoring' | 'resolved' | 'scheduled' | 'in_progress' | 'verifying' | 'completed' | undefined
  /** Text, with **bold**, `code`, [links](https://…) and lists of lines that start with "- " */
  body: string
}

export type NewStatusPageUpdate = {
  /** Text, with **bold**, `code`, [links](https://…) and lists of lines that start with "- " */
  body: string
  /** Default: unchanged */
  status?: 'investigating' | 'identified' | 'monitoring' | 'resolved' | 'scheduled' | 'in_progress' | 'verifying' | 'completed' | undefined
  /** Default: those of the update before; when the status ends the incident, as operational */
  components?: Array<{
    monitor_id?: number | null | undefined
    website_id?: number | null | undefined
    state: 'operational' | 'degraded_performance' | 'partial_outage' | 'major_outage' | 'under_maintenance'
  }> | undefined
  /** When it was posted, not in the future. Default: now */
  posted_at?: string | undefined
  /** Whether subscribers are notified when it is published. Default: true */
  notify_subscribers?: boolean | undefined
}

export type NewTeamsProvider = {
  provider_type: 'teams'
  /** Workflow URL. In Teams: Workflows, “Send webhook alerts to a channel”. Copy the URL it shows at the end. */
  webhook_url: string
  name?: string | null | undefined
  /** Whether it is assigned to new monitors created without provider_ids */
  is_default?: boolean | undefined
  /** When messages wait until they end; null: never */
  quiet_hours?: NewQuietHours | null | undefined
}

export type NewTelegramProvider = {
  provider_type: 'telegram'
  /** Chat ID. Such as -1001234567890, or the @name of a public channel. Add the bot to the chat first. */
  chat_id: string | number
  /** Bot token. Send /newbot to @BotFather to get one: 123456:ABC… */
  token: string
  name?: string | null | undefined
  /** Whether it is assigned to new monitors created without provider_ids */
  is_default?: boolean | undefined
  /** When messages wait until they end; null: never */
  quiet_hours?: NewQuietHours | null | undefined
}

export type NewUptimeReport = {
  name: string
  /** One monitor */
  monitor_id?: number | undefined
  /** Monitors with this tag, or of a website with this tag */
  tag?: string | undefined
  /** Monitors of this status page, including those of its websites */
  status_page_id?: number | undefined
  /** Uptime target in percent, such as 99.9. Default: 99.9 */
  target?: number | undefined
  /** IANA time zone name. Months and days start at its midnight. Default: UTC */
  timezone?: string | undefined
  /** Null: the language of each recipient */
  language?: 'en' | 'de' | null | undefined
  /** IDs of members of the team who get the report; default: you. Guests cannot */
  recipient_ids?: number[] | undefined
}

export type NewWebPushProvider = {
  provider_type: 'web_push'
  /** Endpoint. Of the browser’s push subscription. */
  endpoint: string
  /** Public key. keys.p256dh of the subscription. */
  p256dh: string
  /** Authentication secret. keys.auth of the subscription. */
  auth: string
  name?: string | null | undefined
  /** Whether it is assigned to new monitors created without provider_ids */
  is_default?: boolean | undefined
  /** When messages wait until they end; null: never */
  quiet_hours?: NewQuietHours | null | undefined
}

export type NewWebhookProvider = {
  provider_type: 'webhook'
  /** URL. It must respond with 2xx within 15 seconds. */
  webhook_url: string
  /** Signing secret. Your server uses it to verify messages. Copy it now: it will be masked later. */
  signing_secret: string
  name?: string | null | undefined
  /** Whether it is assigned to new monitors created without provider_ids */
  is_default?: boolean | undefined
  /** When messages wait until they end; null: never */
  quiet_hours?: NewQuietHours | null | undefined
}

export type NewWebsite = {
  /** Domain name; a full URL is reduced to its host without www. */
  domain: string
  /** 0 = Public, 1 = Private, 2 = Password. Default: 0 */
  privacy?: 0 | 1 | 2 | undefined
  /** Password of the public statistics page when privacy is 2. Never returned */
  password?: string | undefined
  /** Periodic e-mail reports: 0 = Disabled, 1 = Enabled. Default: 0 */
  email?: 0 | 1 | undefined
  /** Exclude common bots from tracking: 0 = Disabled, 1 = Enabled. Default: 1 */
  exclude_bots?: 0 | 1 | undefined
  /** URL query parameters to exclude, one per line; * for all. An empty string clears the list */
  exclude_params?: string | null | undefined
  /** IP addresses to exclude, one IPv4 or IPv6 address or CIDR range per line. An empty string clears the list */
  exclude_ips?: string | null | undefined
  /** IANA name, such as Europe/Berlin. Default: UTC */
  timezone?: string | undefined
  /** Data retention in days; null: the server default */
  retention_days?: number | null | undefined
  /** Respect Do Not Track (DNT, Sec-GPC). Default: false */
  honor_dnt?: boolean | 0 | 1 | undefined
  /** Allow search engines to index the public page; only when privacy is 0. Default: false */
  indexable?: boolean | 0 | 1 | undefined
  /** Labels to filter by: at most 20, in lower case */
  tags?: string[] | undefined
  /** Open an incident and send alerts when visits collapse although every check is green. It has an effect only with enough traffic. Default: true */
  traffic_alerts?: boolean | 0 | 1 | undefined
}

export type NewWeeklyRange = {
  /** The days on which it starts */
  weekdays: Array<'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun'>
  /** Local time, 24 hours: HH:MM */
  from: string
  /** Not after from: it ends on the next day. Equal: it lasts until then */
  to: string
}

export type NotificationPreferences = {
  object: 'notification_preferences'
  /** How often to send reminders of an open incident that is not acknowledged */
  reminder_minutes: number | null
  sms_per_day: number
  /** Provider types that are not configured on this server, with the missing settings */
  unavailable_types: Array<{
    provider_type: 'email' | 'slack' | 'telegram' | 'sms' | 'webhook' | 'discord' | 'pagerduty' | 'apprise' | 'google_chat' | 'matrix' | 'mattermost' | 'ntfy' | 'opsgenie' | 'pushover' | 'teams' | 'web_push'
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
  /** When messages wait until they end; null: never */
  quiet_hours: QuietHours | null
  last_delivery: LastDelivery | null
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
}

export type Objective = {
  object: 'objective'
  id: number
  name: string
  monitor_id: number | null
  website_id: number | null
  target: number
  window_days: 7 | 28 | 30 | 90
  measure: 'clock' | 'visitors'
  /** at_risk: the target is met, but the budget burns too fast or less than a quarter of it is left. no_data: nothing was monitored, or too few visits are known */
  status: 'met' | 'at_risk' | 'missed' | 'no_data'
  /** What was reached in the window. Null without data */
  current_percent: number | null
  /** Error budget: what the target allows to fail in the window, in seconds (clock) or visits (visitors) */
  budget_total: number
  /** Negative if the target is missed */
  budget_left: number
  /** Of budget_total. Null without data */
  budget_left_percent: number | null
  /** How many times faster than the target allows the budget was used in the last 1/720 of the window (an hour of 30 days). Null without data */
  burn_rate_fast: number | null
  /** The same in the last 1/120 of the window (six hours of 30 days) */
  burn_rate_slow: number | null
  /** When the budget began to burn that fast. Null again when the time that is looked back on is quiet */
  burning_fast_since: string | null
  burning_slow_since: string | null
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
}

export type ObjectiveChanges = {
  name?: string | undefined
  /** One monitor */
  monitor_id?: number | undefined
  /** All monitors of a website together: it is down while any of them is */
  website_id?: number | undefined
  /** Target in percent, such as 99.9; below 100 */
  target?: number | undefined
  /** Days of the rolling window that ends now */
  window_days?: 7 | 28 | 30 | 90 | undefined
  /** clock: share of the monitored time that was up. visitors: share of the visits that met a working site, for which the website needs enough visits */
  measure?: 'clock' | 'visitors' | undefined
}

export type ObjectiveDay = {
  /** A day in UTC. The window ends at its end, or now */
  date: string
  current_percent: number | null
  budget_left_percent: number | null
  /** Of this day: seconds of downtime, or visits that failed */
  failed: number
}

export type ObjectiveHistory = {
  object: 'objective_history'
  objective_id: number
  /** As many days as the window has, oldest first */
  days: ObjectiveDay[]
  /** Burn alerts of these days, oldest first, at most 100 */
  alerts: BurnAlert[]
}

export type ObjectivesCreateInput = NewObjective

export type ObjectivesListQuery = {
  /** Only objectives of this monitor */
  monitor_id?: number | undefined
  /** Only objectives of this website */
  website_id?: number | undefined
  /** Page number, starting at 1 */
  page?: number | undefined
  /** Records per page */
  pageSize?: number | undefined
}

export type ObjectivesUpdateInput = ObjectiveChanges

export type OnCall = {
  object: 'on_call'
  schedule_id: number
  /** RFC 3339, UTC, milliseconds */
  at: string
  /** The shift at that time. It starts at `at` at the earliest */
  now: OnCallShift
  /** The next shift of somebody else; null if there is none */
  next: OnCallShift | null
  /** From `at` on for `days`, without interruption: gaps are listed */
  shifts: OnCallShift[]
}

export type OnCallLayer = {
  name: string
  /** Names of members, in the order in which they are on call */
  members: string[]
  /** Local date of the first shift. Weekly handovers are on its weekday */
  starts_on: string
  /** Local time of the first handover, and of daily and weekly ones */
  handover_at: string
  /** Length of a shift, in handover_unit */
  handover_every: number
  handover_unit: 'hour' | 'day' | 'week'
  /** Empty: always */
  hours: WeeklyRange[]
}

export type OnCallMember = {
  name: string
  user_id: number | null
  provider_ids: number[]
}

export type OnCallOverride = {
  member: string
  /** RFC 3339, UTC, milliseconds */
  starts_at: string
  /** RFC 3339, UTC, milliseconds */
  ends_at: string
}

export type OnCallSchedule = {
  object: 'on_call_schedule'
  id: number
  name: string
  timezone: string
  members: OnCallMember[]
  layers: OnCallLayer[]
  overrides: OnCallOverride[]
  /** Secret URL of the iCalendar feed; null until you create it */
  calendar_url: string | null
  /** Escalation policies that have this schedule in a step */
  escalation_policy_ids: number[]
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
}

export type OnCallScheduleChanges = {
  name?: string | undefined
  /** IANA time zone name. Local times follow daylight saving time */
  timezone?: string | undefined
  members?: NewOnCallMember[] | undefined
  /** Rotations. Where several cover a moment, the last one in the list wins */
  layers?: NewOnCallLayer[] | undefined
  /** Take precedence over all layers. Of several, the last one in the list wins */
  overrides?: NewOnCallOverride[] | undefined
}

export type OnCallSchedulesCreateInput = NewOnCallSchedule

export type OnCallSchedulesListQuery = {
  /** Page number, starting at 1 */
  page?: number | undefined
  /** Records per page */
  pageSize?: number | undefined
}

export type OnCallSchedulesOnCallQuery = {
  /** Default: now */
  at?: string | undefined
  /** How many days of shifts */
  days?: number | undefined
}

export type OnCallSchedulesUpdateInput = OnCallScheduleChanges

export type OnCallShift = {
  /** RFC 3339, UTC, milliseconds */
  starts_at: string
  /** RFC 3339, UTC, milliseconds */
  ends_at: string
  /** null: nobody is on call, a gap */
  member: OnCallMember | null
  /** Name of the layer; null for an override and for a gap */
  layer: string | null
  is_override: boolean
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
  /** When messages wait until they end; null: never */
  quiet_hours: QuietHours | null
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
  /** How many monitors there are */
  monitor_counts: {
    total: number
    /** Not paused */
    active: number
    /** Active monitors that are not being checked: Sitewatch is offline, or checks are overdue */
    unchecked: number
    /** Active monitors that alert nobody */
    alerts_nobody: number
  }
  /** Open incidents of all monitors, newest first */
  open_incidents: OverviewIncident[]
  /** Resolved in the last 7 days, at most 5, newest first */
  recent_incidents: OverviewIncident[]
  /** All websites, favorites first, then by domain */
  websites: OverviewWebsite[]
  /** Monitors without a website, or of one that is not among `websites`, by name */
  monitors: OverviewMonitor[]
  /** What needs attention. Providers are included only with the scope providers:read */
  notices: OverviewNotice[]
}

export type OverviewIncident = {
  object: 'incident'
  id: number
  /** Null for an incident of kind traffic, which is about a website */
  monitor_id: number | null
  monitor_name: string | null
  status: 'open' | 'acknowledged' | 'resolved'
  cause: {
    kind: 'dns' | 'connect' | 'tls' | 'timeout' | 'http_status' | 'keyword' | 'icmp' | 'response' | 'dns_record' | 'assertion' | 'heartbeat_missed' | 'heartbeat_failed' | 'snippet_missing' | 'blocked_by_csp' | 'page_error' | 'redirects_elsewhere' | 'dns_changed' | 'collector_unreachable' | 'unknown'
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
  /** check: a monitor is down. traffic: every check is green, but the visits of a website collapsed */
  kind: 'check' | 'traffic'
  /** The website of the incident or of its monitor */
  website_id: number | null
  website_domain: string | null
  /** What was judged when an incident of kind traffic was opened; null for kind check */
  traffic: JudgedTraffic | null
  /** How the traffic of the website changed the confirmation of the incident. Null: it did not */
  second_opinion: SecondOpinion | null
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
  /** Name of the monitor; of an incident of kind traffic, the domain */
  friendly_name: string
  /** URL of the monitor, or of the website */
  url: string
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
  kind: 'objectives_at_risk'
  /** Objectives that are missed, or will be if it goes on like this */
  objectives: Array<{
    objective_id: number
    name: string
    status: 'at_risk' | 'missed'
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

export type PageConfirmWebhook = {
  type: 'subscription.confirm'
  /** RFC 3339, UTC, milliseconds */
  timestamp: string
  data: {
    message: string
    confirm_url: string
  }
}

export type PageIncidentWebhook = {
  type: 'incident.opened' | 'incident.resolved'
  /** RFC 3339, UTC, milliseconds */
  timestamp: string
  data: {
    label: string
    cause_kind: 'dns' | 'connect' | 'tls' | 'timeout' | 'http_status' | 'keyword' | 'icmp' | 'response' | 'dns_record' | 'assertion' | 'heartbeat_missed' | 'heartbeat_failed' | 'snippet_missing' | 'blocked_by_csp' | 'page_error' | 'redirects_elsewhere' | 'dns_changed' | 'collector_unreachable' | 'unknown'
    /** RFC 3339, UTC, milliseconds */
    started_at: string
    resolved_at: string | null
    duration_seconds: number
    page: {
      name: string
      url: string
    }
    unsubscribe_url: string
    manage_url: string
    /** The message may have been sent before; webhook-id is the same then */
    possible_repeat: boolean
  }
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

export type PageUpdateWebhook = {
  type: 'incident.updated' | 'maintenance.updated'
  /** RFC 3339, UTC, milliseconds */
  timestamp: string
  data: {
    title: string
    status: 'investigating' | 'identified' | 'monitoring' | 'resolved' | 'scheduled' | 'in_progress' | 'verifying' | 'completed'
    body: string
    /** RFC 3339, UTC, milliseconds */
    posted_at: string
    scheduled_for: string | null
    scheduled_until: string | null
    labels: string[]
    page: {
      name: string
      url: string
    }
    unsubscribe_url: string
    manage_url: string
    /** The message may have been sent before; webhook-id is the same then */
    possible_repeat: boolean
  }
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
  /** When messages wait until they end; null: never */
  quiet_hours: QuietHours | null
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
  /** Empty for an account without a password, which must have signed in within the last ten minutes */
  password: string
  /** Or a passkey. Required if two-factor authentication is enabled */
  code?: string | undefined
  /** Instead of a code: what `navigator.credentials.get()` returned, as JSON */
  passkey?: Record<string, unknown> | undefined
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

export type ProposedMonitor = {
  friendly_name: string
  url: string
  /** Visits that started on this page */
  visits: number
  visit_percent: number
}

export type Provider = EmailProvider | SlackProvider | TelegramProvider | SmsProvider | WebhookProvider | DiscordProvider | PagerdutyProvider | AppriseProvider | GoogleChatProvider | MatrixProvider | MattermostProvider | NtfyProvider | OpsgenieProvider | PushoverProvider | TeamsProvider | WebPushProvider

export type ProviderChanges = {
  /** E-mail address */
  recipient_email?: string | undefined
  webhook_url?: string | undefined
  channel?: string | null | undefined
  /** Display name */
  username?: string | null | undefined
  /** Chat ID. Such as -1001234567890, or the @name of a public channel. Add the bot to the chat first. */
  chat_id?: string | number | undefined
  /** Bot token. Send /newbot to @BotFather to get one: 123456:ABC… */
  token?: string | undefined
  /** Phone number. With country code: +15551234567 */
  phone_number?: string | undefined
  /** Signing secret. Your server uses it to verify messages. Copy it now: it will be masked later. */
  signing_secret?: string | undefined
  /** Integration key. At the service: Integrations, Events API v2. 32 characters. */
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
  /** Endpoint. Of the browser’s push subscription. */
  endpoint?: string | undefined
  /** Public key. keys.p256dh of the subscription. */
  p256dh?: string | undefined
  /** Authentication secret. keys.auth of the subscription. */
  auth?: string | undefined
  name?: string | null | undefined
  /** Whether it is assigned to new monitors created without provider_ids */
  is_default?: boolean | undefined
  /** When messages wait until they end; null: never */
  quiet_hours?: NewQuietHours | null | undefined
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

export type PushKey = {
  object: 'push_key'
  /** A P-256 public key in base64url, the same for every subscription */
  public_key: string
}

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
  /** When messages wait until they end; null: never */
  quiet_hours: QuietHours | null
  last_delivery: LastDelivery | null
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
}

export type QuietHours = {
  timezone: string
  ranges: WeeklyRange[]
  break_through: {
    /** Messages of an escalation policy are sent at once */
    escalations: boolean
    /** Messages about monitors with one of these tags are sent at once */
    tags: string[]
  }
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

export type ReportedIncident = {
  incident_id: number
  monitor_id: number
  monitor_name: string
  cause: string
  /** RFC 3339, UTC, milliseconds */
  started_at: string
  acknowledged_at: string | null
  resolved_at: string | null
  /** Downtime in this period that counts */
  downtime_seconds: number
  acknowledge_seconds: number | null
  resolve_seconds: number | null
}

export type ReportedObjective = {
  objective_id: number
  name: string
  target: number
  window_days: 7 | 28 | 30 | 90
  measure: 'clock' | 'visitors'
  status: 'met' | 'at_risk' | 'missed' | 'no_data'
  current_percent: number | null
  budget_left_percent: number | null
}

export type ReportsPreviewQuery = {
  /** The last complete week (Monday to Sunday) or calendar month, in the website's time zone */
  period?: 'weekly' | 'monthly' | undefined
  /** text/html: only the e-mail, as a page without scripts that this site can embed */
  format?: 'html' | undefined
}

export type ReportsSendInput = {
  /** The last complete week (Monday to Sunday) or calendar month, in the website's time zone. Default: weekly */
  period?: 'weekly' | 'monthly' | undefined
}

export type ReportsSendsQuery = {
  /** Cursor from links.next: the ID of the last record of the page before. Paging with it never repeats or skips a record, even if records are created in between */
  after?: number | undefined
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

export type Revenue = {
  /** ISO 4217 code, such as EUR */
  currency: string
  /** The sum, exact to four decimals; refunds (negative amounts) are subtracted */
  amount: string
  /** Events with revenue, without refunds */
  orders: number
  /** The amount divided by the orders; null without orders */
  average_order: string | null
}

export type RevenueLoss = {
  currency: string
  /** A decimal number as text */
  lost: string
  /** Lower end of the 90 % interval */
  low: string
  /** Upper end of the 90 % interval */
  high: string
}

export type RotateApiKey = {
  /** How long the old key still works. 0: not at all. Default: 24 */
  overlap_hours?: number | undefined
}

export type SecondOpinion = {
  /** held: visitors kept coming, so one more failed check was required. confirmed_sooner: visits stopped as well, so one failed check less was required */
  decision: 'held' | 'confirmed_sooner'
  /** The time before the decision in which visits were counted */
  window_seconds: number
  /** Visits that began in this time */
  visits: number
  /** Visits that were expected in this time */
  expected: number
  /** Lower limit of the 99 % prediction interval */
  low: number
  /** Upper limit of the 99 % prediction interval */
  high: number
  /** RFC 3339, UTC, milliseconds */
  at: string
}

export type SecretReference = {
  /** Name of an environment variable */
  $env: string
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

export type SessionsRemoveOthersInput = {
  /** Empty for an account without a password, which must have signed in within the last ten minutes */
  password: string
  /** Also revoke all your API keys, in every team. Default: false */
  api_keys?: boolean | undefined
  /** Also unlink all accounts at the identity provider. Default: false */
  identities?: boolean | undefined
  /** Also remove all passkeys. Default: false */
  passkeys?: boolean | undefined
}

export type SignOut = {
  object: 'sign_out'
  /** How many were ended */
  sessions: number
  api_keys: number
  identities: number
  passkeys: number
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
  /** When messages wait until they end; null: never */
  quiet_hours: QuietHours | null
  last_delivery: LastDelivery | null
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
}

export type SlowEvent = {
  type: 'monitor.slow_started' | 'monitor.slow_ended'
  notice: {
    monitor: {
      id: number
      name: string
      url: string
    }
    p95_ms: number
    slow_ms: number
    link: string
  }
}

export type SmsProvider = {
  object: 'provider'
  id: number
  provider_type: 'sms'
  name: string
  phone_number: string
  /** Whether it is assigned to new monitors created without provider_ids */
  is_default: boolean
  /** When messages wait until they end; null: never */
  quiet_hours: QuietHours | null
  last_delivery: LastDelivery | null
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
}

export type StatisticsImport = {
  object: 'statistics_import'
  id: number
  website_id: number
  /** plausible: the ZIP file of an export. umami: website_event rows as CSV. events: one event per line as JSON (NDJSON), such as an export of Sitewatch */
  source: 'plausible' | 'umami' | 'events'
  file_name: string
  file_bytes: number
  /** Continue the upload at this offset */
  uploaded_bytes: number
  status: 'uploading' | 'queued' | 'running' | 'done' | 'failed' | 'undoing'
  /** How much of the file has been read */
  progress_percent: number
  /** Lines of the file, without headers */
  rows_read: number
  rows_imported: number
  /** Lines that were imported or collected before, and are left out */
  rows_duplicate: number
  /** Lines that could not be imported */
  rows_broken: number
  /** The first 20 lines that could not be imported, and why */
  broken: Array<{
    file: string
    line: number
    reason: string
  }>
  /** Why the import failed */
  error: string | null
  first_day: string | null
  last_day: string | null
  started_at: string | null
  finished_at: string | null
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
}

export type StatisticsImportChunk = {
  /** Position of the first byte in the file */
  offset: number
  /** The next part of the file as base64, at most 1 MiB of the file */
  data: string
}

export type StatisticsImportsCreateInput = NewStatisticsImport

export type StatisticsImportsListQuery = {
  /** Page number, starting at 1 */
  page?: number | undefined
  /** Records per page */
  per_page?: number | undefined
}

export type StatisticsImportsUploadInput = StatisticsImportChunk

export type StatsBreakdownMeta = {
  period: 'realtime' | 'today' | 'yesterday' | '7d' | '30d' | 'month' | 'last_month' | '12mo' | 'all' | 'custom'
  timezone: string
  /** Null: not sampled. Otherwise the share of visitors that was sampled; figures are extrapolated from it */
  sample_percent: number | null
  /** Days of the period that were imported from another product; null: none */
  imported: {
    state: 'included' | 'left_out'
    /** Why imported days are left out. filter: they cannot be filtered. interval: they have no hours. dimension: the import has no such figures */
    reason: 'filter' | 'interval' | 'dimension' | null
  } | null
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
  /** bounce_percent (only with dimension=page): adds the bounce rate of the visits that started on each page. revenue: adds the revenue of each row */
  include?: 'bounce_percent' | 'revenue' | 'bounce_percent,revenue' | undefined
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
  /** Days of the period that were imported from another product; null: none */
  imported: ImportedDays | null
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

export type StatsRevenue = {
  object: 'stats_revenue'
  website_id: number
  period: 'realtime' | 'today' | 'yesterday' | '7d' | '30d' | 'month' | 'last_month' | '12mo' | 'all' | 'custom'
  /** RFC 3339, UTC, milliseconds */
  from: string
  /** RFC 3339, UTC, milliseconds */
  to: string
  timezone: string
  /** One entry per currency; empty without revenue */
  revenue: Revenue[]
  /** The same figures for the comparison period */
  comparison: {
    /** RFC 3339, UTC, milliseconds */
    from: string
    /** RFC 3339, UTC, milliseconds */
    to: string
    revenue: Revenue[]
  } | null
  interval: 'minute' | 'hour' | 'day' | 'week' | 'month'
  /** One entry per interval, including those without revenue, oldest first */
  points: Array<{
    /** RFC 3339, UTC, milliseconds */
    start: string
    revenue: Revenue[]
  }>
}

export type StatsRevenueQuery = {
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
  /** Default depends on the period. At most 1,500 points */
  interval?: 'minute' | 'hour' | 'day' | 'week' | 'month' | undefined
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
  /** Null unless include has revenue */
  revenue: Revenue[] | null
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
  /** Days of the period that were imported from another product; null: none */
  imported: ImportedDays | null
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
  /** Days of the period that were imported from another product; null: none */
  imported: ImportedDays | null
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
  /** Hours left out of both periods by exclude_outages */
  excluded_hours: number
  /** The same figures for the comparison period */
  comparison: {
    /** RFC 3339, UTC, milliseconds */
    from: string
    /** RFC 3339, UTC, milliseconds */
    to: string
    /** Null: not sampled. Otherwise the share of visitors that was sampled; figures are extrapolated from it */
    sample_percent: number | null
    /** Days of the period that were imported from another product; null: none */
    imported: ImportedDays | null
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
  /** Leaves the hours with an incident of the website's monitors, in either period, out of both. Imported days have no hours and are then left out */
  exclude_outages?: boolean | 0 | 1 | undefined
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
  /** Days of the period that were imported from another product; null: none */
  imported: ImportedDays | null
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
    group: string | null
  }>
  website_ids: number[]
  websites: Array<{
    website_id: number
    label: string | null
    group: string | null
  }>
  visibility: 'public' | 'password' | 'team'
  has_password: boolean
  is_public: boolean
  accent_color: string | null
  /** The logo of the page, and where it is served */
  logo: {
    type: string
    width: number
    height: number
    url: string
  } | null
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
    /** Components with the same group are shown together under this name */
    group?: string | null | undefined
  }> | undefined
  /** Short form of `websites`: sets which are shown, and keeps the labels and groups of those that stay */
  website_ids?: number[] | undefined
  /** Websites to show, in this order: one row each with the combined status of its monitors */
  websites?: Array<{
    website_id: number
    /** Shown instead of the domain */
    label?: string | null | undefined
    /** Components with the same group are shown together under this name */
    group?: string | null | undefined
  }> | undefined
  /** public: everybody. password: those who know the password, and members of the team. team: signed-in members of the team */
  visibility?: 'public' | 'password' | 'team' | undefined
  /** Required for the visibility `password`; can be set and replaced, never read */
  password?: string | undefined
  /** Short form of `visibility`: true is `public`, false is `team`. `visibility` takes precedence */
  is_public?: boolean | undefined
  /** Colour of links and buttons. Its lightness is adjusted to be readable in the light and the dark theme */
  accent_color?: string | null | undefined
  show_response_times?: boolean | undefined
}

export type StatusPageIncident = {
  object: 'status_page_incident'
  id: number
  status_page_id: number
  kind: 'incident' | 'maintenance'
  title: string
  /** How severe it is; part of the status of the page */
  impact: 'none' | 'minor' | 'major' | 'critical'
  /** For incidents: investigating, identified, monitoring, resolved. For maintenance: scheduled, in_progress, verifying, completed */
  status: 'investigating' | 'identified' | 'monitoring' | 'resolved' | 'scheduled' | 'in_progress' | 'verifying' | 'completed'
  /** false: a draft, which only the team sees */
  is_published: boolean
  /** The incident of a monitor that it is about */
  incident_id: number | null
  /** The maintenance window during which its monitors open no incidents */
  maintenance_window_id: number | null
  scheduled_for: string | null
  scheduled_until: string | null
  /** Its own public page */
  url: string
  /** Newest first */
  updates: StatusPageUpdate[]
  published_at: string | null
  /** When it was resolved or completed */
  resolved_at: string | null
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
}

export type StatusPageIncidentChanges = {
  title?: string | undefined
  /** How severe it is; part of the status of the page */
  impact?: 'none' | 'minor' | 'major' | 'critical' | undefined
  /** true publishes a draft; false makes it one again */
  is_published?: boolean | undefined
  /** When it is published: whether subscribers are notified. Default: true */
  notify_subscribers?: boolean | undefined
  incident_id?: number | null | undefined
  maintenance_window_id?: number | null | undefined
  scheduled_for?: string | undefined
  scheduled_until?: string | undefined
}

export type StatusPageIncidentsCreateInput = NewStatusPageIncident

export type StatusPageIncidentsListQuery = {
  kind?: 'incident' | 'maintenance' | undefined
  /** Page number, starting at 1 */
  page?: number | undefined
  /** Records per page */
  pageSize?: number | undefined
}

export type StatusPageIncidentsUpdateInput = StatusPageIncidentChanges

export type StatusPageLogo = {
  /** The file in base64: PNG, JPEG or WebP, up to 100 KiB and 2,000 pixels a side */
  data: string
}

export type StatusPageTemplate = {
  object: 'status_page_template'
  id: number
  name: string
  kind: 'incident' | 'maintenance'
  title: string
  /** How severe it is; part of the status of the page */
  impact: 'none' | 'minor' | 'major' | 'critical'
  /** For incidents: investigating, identified, monitoring, resolved. For maintenance: scheduled, in_progress, verifying, completed */
  status: 'investigating' | 'identified' | 'monitoring' | 'resolved' | 'scheduled' | 'in_progress' | 'verifying' | 'completed'
  body: string
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
}

export type StatusPageTemplateChanges = {
  name?: string | undefined
  kind?: 'incident' | 'maintenance' | undefined
  title?: string | undefined
  /** How severe it is; part of the status of the page */
  impact?: 'none' | 'minor' | 'major' | 'critical' | undefined
  /** For incidents: investigating, identified, monitoring, resolved. For maintenance: scheduled, in_progress, verifying, completed */
  status?: 'investigating' | 'identified' | 'monitoring' | 'resolved' | 'scheduled' | 'in_progress' | 'verifying' | 'completed' | undefined
  /** Text, with **bold**, `code`, [links](https://…) and lists of lines that start with "- " */
  body?: string | undefined
}

export type StatusPageTemplatesCreateInput = NewStatusPageTemplate

export type StatusPageTemplatesListQuery = {
  /** Page number, starting at 1 */
  page?: number | undefined
  /** Records per page */
  pageSize?: number | undefined
}

export type StatusPageTemplatesUpdateInput = StatusPageTemplateChanges

export type StatusPageUpdate = {
  object: 'status_page_update'
  id: number
  /** For incidents: investigating, identified, monitoring, resolved. For maintenance: scheduled, in_progress, verifying, completed */
  status: 'investigating' | 'identified' | 'monitoring' | 'resolved' | 'scheduled' | 'in_progress' | 'verifying' | 'completed'
  body: string
  components: Array<{
    monitor_id: number | null
    website_id: number | null
    /** Its name on the page */
    name: string
    state: 'operational' | 'degraded_performance' | 'partial_outage' | 'major_outage' | 'under_maintenance'
  }>
  /** RFC 3339, UTC, milliseconds */
  posted_at: string
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
}

export type StatusPageUpdateChanges = {
  /** Text, with **bold**, `code`, [links](https://…) and lists of lines that start with "- " */
  body?: string | undefined
  /** For incidents: investigating, identified, monitoring, resolved. For maintenance: scheduled, in_progress, verifying, completed */
  status?: 'investigating' | 'identified' | 'monitoring' | 'resolved' | 'scheduled' | 'in_progress' | 'verifying' | 'completed' | undefined
  /** Affected monitors and websites of the page, each with its state */
  components?: Array<{
    monitor_id?: number | null | undefined
    website_id?: number | null | undefined
    state: 'operational' | 'degraded_performance' | 'partial_outage' | 'major_outage' | 'under_maintenance'
  }> | undefined
  /** When it was posted, not in the future. Default: now */
  posted_at?: string | undefined
}

export type StatusPageUpdatesCreateInput = NewStatusPageUpdate

export type StatusPageUpdatesUpdateInput = StatusPageUpdateChanges

export type StatusPageWebhook = PageIncidentWebhook | PageUpdateWebhook | PageConfirmWebhook

export type StatusPagesCreateInput = NewStatusPage

export type StatusPagesListQuery = {
  /** Page number, starting at 1 */
  page?: number | undefined
  /** Records per page */
  pageSize?: number | undefined
}

export type StatusPagesSetLogoInput = StatusPageLogo

export type StatusPagesSubscribersQuery = {
  /** Cursor from links.next: the ID of the last record of the page before. Paging with it never repeats or skips a record, even if records are created in between */
  after?: number | undefined
  /** Page number, starting at 1 */
  page?: number | undefined
  /** Records per page */
  pageSize?: number | undefined
}

export type StatusPagesUpdateInput = StatusPageChanges

export type StatusSubscriber = {
  object: 'status_subscriber'
  id: number
  status_page_id: number
  channel: 'email' | 'webhook'
  /** The e-mail address, or the scheme and host of the webhook */
  name: string
  /** The chosen monitors; null for all components */
  monitor_ids: number[] | null
  /** The chosen websites; null for all components */
  website_ids: number[] | null
  /** RFC 3339, UTC, milliseconds */
  confirmed_at: string
  /** When messages to it were stopped because they kept failing */
  disabled_at: string | null
}

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
  /** Whether members who sign in with a password must have enabled two-factor authentication */
  requires_two_factor: boolean
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
  /** IP addresses and CIDR ranges that the key can be used from; empty: from anywhere */
  allowed_addresses: string[]
  /** The only websites and monitors that the key can read and change; null: all */
  limited_to: ApiKeyLimits | null
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
  /** When messages wait until they end; null: never */
  quiet_hours: QuietHours | null
  last_delivery: LastDelivery | null
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
}

export type TeamsUpdateInput = {
  name?: string | undefined
  requires_two_factor?: boolean | 0 | 1 | undefined
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
  /** When messages wait until they end; null: never */
  quiet_hours: QuietHours | null
  last_delivery: LastDelivery | null
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
}

export type TestWebhook = {
  type: 'test'
  /** RFC 3339, UTC, milliseconds */
  timestamp: string
  data: {
    message: string
  }
}

export type TrafficIncidentFacts = {
  kind: 'traffic'
  incident_id: number
  cause: {
    kind: 'dns' | 'connect' | 'tls' | 'timeout' | 'http_status' | 'keyword' | 'icmp' | 'response' | 'dns_record' | 'assertion' | 'heartbeat_missed' | 'heartbeat_failed' | 'snippet_missing' | 'blocked_by_csp' | 'page_error' | 'redirects_elsewhere' | 'dns_changed' | 'collector_unreachable' | 'unknown'
    http_status: number | null
    message: string
  }
  /** RFC 3339, UTC, milliseconds */
  started_at: string
  resolved_at: string | null
  duration_seconds: number
  resolution: string | null
  /** The response of the target, shortened */
  evidence: string | null
  /** An estimate; null without enough traffic */
  visitors_lost: number | null
  visitors_lost_low: number | null
  visitors_lost_high: number | null
  second_opinion: SecondOpinion | null
  goals_lost: Array<{
    name: string
    lost: number
    low: number
    high: number
  }>
  revenue_lost: Array<{
    currency: string
    lost: string
    low: string
    high: string
  }>
  /** Active monitors that depend on this one */
  dependents_count: number
  /** Name of the monitor that was down, so that no alert was sent at first */
  suppressed_by: string | null
  /** A deploy within 30 minutes before */
  deploy: {
    version: string
    environment: string
    seconds_before: number
  } | null
  link: string
  acknowledge_url: string | null
  acknowledged: {
    by: string | null
    /** RFC 3339, UTC, milliseconds */
    at: string
    note: string | null
  } | null
  escalation: {
    policy_name: string
    step: number
    steps_count: number
  } | null
  monitor: null
  website: {
    id: number
    domain: string
    url: string
  }
  traffic: JudgedTraffic
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

export type UptimeFigures = {
  object: 'uptime_figures'
  monitor_id: number | null
  tag: string | null
  status_page_id: number | null
  /** Name of the monitor or status page, or the tag */
  name: string
  /** RFC 3339, UTC, milliseconds */
  from: string
  /** End of the period, exclusive */
  to: string
  timezone: string
  /** False if the period has not ended yet */
  is_complete: boolean
  target: number
  /** All monitors together, each weighted by its monitored time */
  total: UptimeTotals
  monitors: MonitorUptime[]
  /** Newest first, at most 1,000 */
  incidents: ReportedIncident[]
  /** Objectives of these monitors and their websites as they are now, whatever the period; at most 50 */
  objectives: ReportedObjective[]
}

export type UptimeReport = {
  object: 'uptime_report'
  id: number
  name: string
  monitor_id: number | null
  tag: string | null
  status_page_id: number | null
  target: number
  timezone: string
  /** Null: the language of each recipient */
  language: 'en' | 'de' | null
  recipient_ids: number[]
  /** When the report of the current month is sent */
  next_send_at: string
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
}

export type UptimeReportChanges = {
  name?: string | undefined
  /** One monitor */
  monitor_id?: number | undefined
  /** Monitors with this tag, or of a website with this tag */
  tag?: string | undefined
  /** Monitors of this status page, including those of its websites */
  status_page_id?: number | undefined
  /** Uptime target in percent, such as 99.9 */
  target?: number | undefined
  /** IANA time zone name. Months and days start at its midnight */
  timezone?: string | undefined
  /** Null: the language of each recipient */
  language?: 'en' | 'de' | null | undefined
  /** IDs of members of the team who get the report. Guests cannot */
  recipient_ids?: number[] | undefined
}

export type UptimeReportDelivery = {
  object: 'uptime_report_delivery'
  id: number
  uptime_report_id: number
  /** The month that is reported, such as 2026-10 */
  month: string
  recipient: string
  status: 'pending' | 'sent' | 'skipped' | 'failed'
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

export type UptimeReportPreview = {
  object: 'uptime_report_preview'
  uptime_report_id: number
  /** RFC 3339, UTC, milliseconds */
  from: string
  /** End of the period, exclusive */
  to: string
  timezone: string
  subject: string
  html: string
  text: string
}

export type UptimeReportSend = {
  object: 'uptime_report_send'
  uptime_report_id: number
  /** RFC 3339, UTC, milliseconds */
  from: string
  /** End of the period, exclusive */
  to: string
  timezone: string
  success: true
  message: string
}

export type UptimeReportsCreateInput = NewUptimeReport

export type UptimeReportsFiguresQuery = {
  /** One monitor */
  monitor_id?: number | undefined
  /** Monitors with this tag, or of a website with this tag */
  tag?: string | undefined
  /** Monitors of this status page, including those of its websites */
  status_page_id?: number | undefined
  /** Default: the last complete month */
  month?: string | undefined
  /** First day, with to; instead of month */
  from?: string | undefined
  /** Last day, included; at most 366 days */
  to?: string | undefined
  /** IANA time zone name. Months and days start at its midnight */
  timezone?: string | undefined
  /** Uptime target in percent, such as 99.9 */
  target?: number | undefined
  /** text/csv: one table as a file */
  format?: 'csv' | undefined
  /** What a file contains: a row for each monitor, or for each incident */
  table?: 'monitors' | 'incidents' | undefined
}

export type UptimeReportsListQuery = {
  /** Page number, starting at 1 */
  page?: number | undefined
  /** Records per page */
  pageSize?: number | undefined
}

export type UptimeReportsPreviewQuery = {
  /** Default: the last complete month */
  month?: string | undefined
  /** text/html: only the e-mail, as a page without scripts that this site can embed */
  format?: 'html' | undefined
}

export type UptimeReportsSendInput = {
  /** Default: the last complete month */
  month?: string | undefined
}

export type UptimeReportsSendsQuery = {
  /** Cursor from links.next: the ID of the last record of the page before. Paging with it never repeats or skips a record, even if records are created in between */
  after?: number | undefined
  /** Page number, starting at 1 */
  page?: number | undefined
  /** Records per page */
  pageSize?: number | undefined
}

export type UptimeReportsUpdateInput = UptimeReportChanges

export type UptimeTotals = {
  /** Null if nothing was monitored */
  uptime_percent: number | null
  is_target_met: boolean | null
  /** Time that counts: without maintenance and without unobserved time */
  monitored_seconds: number
  downtime_seconds: number
  /** Time in maintenance windows, which does not count */
  maintenance_seconds: number
  /** Time that does not count because the monitor did not exist yet, was paused, or Sitewatch could not check or no longer has the data */
  unobserved_seconds: number
  /** Downtime that the target allows. Of a period that goes on: of the whole period */
  budget_seconds: number
  /** Negative if the target is missed */
  budget_remaining_seconds: number
  incident_count: number
  /** From the confirmation of an incident to its acknowledgement. Null if none was acknowledged */
  acknowledge_mean_seconds: number | null
  acknowledge_median_seconds: number | null
  /** From the first failed check to the end of the incident. Null if none has ended */
  resolve_mean_seconds: number | null
  resolve_median_seconds: number | null
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

export type WebPushProvider = {
  object: 'provider'
  id: number
  provider_type: 'web_push'
  name: string
  /** Masked */
  endpoint: string
  /** Masked */
  p256dh: string
  /** Masked */
  auth: string
  /** Whether it is assigned to new monitors created without provider_ids */
  is_default: boolean
  /** When messages wait until they end; null: never */
  quiet_hours: QuietHours | null
  last_delivery: LastDelivery | null
  /** RFC 3339, UTC, milliseconds */
  created_at: string
  /** RFC 3339, UTC, milliseconds */
  updated_at: string
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
  /** When messages wait until they end; null: never */
  quiet_hours: QuietHours | null
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
  traffic_alerts: boolean
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
  /** Open an incident and send alerts when visits collapse although every check is green. It has an effect only with enough traffic */
  traffic_alerts?: boolean | 0 | 1 | undefined
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

export type WebsiteProposals = {
  object: 'website_proposals'
  website_id: number
  /** not_enough_data: fewer than 7 days or 200 visits. Then nothing is proposed */
  status: 'ready' | 'not_enough_data'
  /** RFC 3339, UTC, milliseconds */
  from: string
  /** RFC 3339, UTC, milliseconds */
  to: string
  visits: number
  /** Landing pages that carry 80 % of the visits, most visits first, without those that have a monitor. At most 10 */
  monitors: ProposedMonitor[]
  /** Share of visits that start on a page with a monitor */
  monitored_percent: number | null
  /** Share of visits that start on a page with a monitor or a proposed one */
  covered_percent: number | null
  interval: {
    /** Proposed check interval */
    seconds: number
    /** Visits that start between two checks in the busiest hour: so many meet an outage that no check has seen yet */
    visits_between_checks: number
    busiest_hour: number
    /** On an average day */
    busiest_hour_visits: number
  } | null
  maintenance: {
    /** Quietest hour of the day, in the website's time zone */
    starts_at: string
    timezone: string
    /** Share of the visits that start in this hour */
    visit_percent: number
  } | null
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

export type WebsitesExpectedTrafficQuery = {
  /** Default: 48 hours before `to`. Rounded down to the hour */
  from?: string | undefined
  /** Default: now. At most 14 days after `from` */
  to?: string | undefined
}

export type WebsitesExperiencedUptimeQuery = {
  /** Days up to now */
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

export type WeeklyRange = {
  /** The days on which it starts */
  weekdays: Array<'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun'>
  from: string
  /** Not after from: on the next day */
  to: string
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
    annotations: {
      /** Add an annotation to the chart of a website. `POST /api/v1/websites/{id}/annotations`. Scope: websites:write. */
      create: (id: number, input: AnnotationsCreateInput, options?: CallOptions): Promise<Annotation> =>
        call({ method: 'POST', path: `/api/v1/websites/${encodeURIComponent(id)}/annotations`, body: input }, options),
      /** List the annotations of a website, newest first. `GET /api/v1/websites/{id}/annotations`. Scope: websites:read. */
      list: (id: number, query?: AnnotationsListQuery, options?: CallOptions): Promise<List<Annotation>> =>
        call({ method: 'GET', path: `/api/v1/websites/${encodeURIComponent(id)}/annotations`, query: query, list: true }, options),
      /** Delete an annotation. `DELETE /api/v1/annotations/{id}`. Scope: websites:write. */
      remove: (id: number, options?: CallOptions): Promise<Deleted<'annotation'>> =>
        call({ method: 'DELETE', path: `/api/v1/annotations/${encodeURIComponent(id)}` }, options),
      /** Show an annotation. `GET /api/v1/annotations/{id}`. Scope: websites:read. */
      show: (id: number, options?: CallOptions): Promise<Annotation> =>
        call({ method: 'GET', path: `/api/v1/annotations/${encodeURIComponent(id)}` }, options),
      /** Update an annotation; only the fields sent change. `PUT /api/v1/annotations/{id}`. Scope: websites:write. */
      update: (id: number, input: AnnotationsUpdateInput, options?: CallOptions): Promise<Annotation> =>
        call({ method: 'PUT', path: `/api/v1/annotations/${encodeURIComponent(id)}`, body: input }, options),
    },
    assignmentRules: {
      /** Create a rule that assigns providers to existing and future monitors. `POST /api/assignment-rules`. Scope: monitors:write, providers:read. */
      create: (input: AssignmentRulesCreateInput, options?: CallOptions): Promise<AssignmentRule> =>
        call({ method: 'POST', path: '/api/assignment-rules', body: input }, options),
      /** List assignment rules, oldest first. `GET /api/assignment-rules`. Scope: monitors:read. */
      list: (query?: AssignmentRulesListQuery, options?: CallOptions): Promise<List<AssignmentRule>> =>
        call({ method: 'GET', path: '/api/assignment-rules', query: query, list: true }, options),
      /** Delete an assignment rule, and the assignments that it made and nobody changed. `DELETE /api/assignment-rules/{id}`. Scope: monitors:write, providers:read. */
      remove: (id: number, options?: CallOptions): Promise<Deleted<'assignment_rule'>> =>
        call({ method: 'DELETE', path: `/api/assignment-rules/${encodeURIComponent(id)}` }, options),
      /** Show an assignment rule. `GET /api/assignment-rules/{id}`. Scope: monitors:read. */
      show: (id: number, options?: CallOptions): Promise<AssignmentRule> =>
        call({ method: 'GET', path: `/api/assignment-rules/${encodeURIComponent(id)}` }, options),
      /** Update an assignment rule; only the fields sent change. `PUT /api/assignment-rules/{id}`. Scope: monitors:write, providers:read. */
      update: (id: number, input: AssignmentRulesUpdateInput, options?: CallOptions): Promise<AssignmentRule> =>
        call({ method: 'PUT', path: `/api/assignment-rules/${encodeURIComponent(id)}`, body: input }, options),
    },
    assignments: {
      /** List monitors by name, each with the providers assigned to it. `GET /api/assignments`. Scope: monitors:read. */
      list: (query?: AssignmentsListQuery, options?: CallOptions): Promise<List<MonitorAssignments>> =>
        call({ method: 'GET', path: '/api/assignments', query: query, list: true }, options),
    },
    auditLog: {
      /** Export the audit log as a file, newest first. Without a format, returns the number of entries. `GET /api/audit-log/export`. Scope: audit:read. */
      export: (query?: AuditLogExportQuery, options?: CallOptions): Promise<AuditLogExport> =>
        call({ method: 'GET', path: '/api/audit-log/export', query: query }, options),
      /** List who changed what in the team, newest first. `GET /api/audit-log`. Scope: audit:read. */
      list: (query?: AuditLogListQuery, options?: CallOptions): Promise<List<AuditEntry>> =>
        call({ method: 'GET', path: '/api/audit-log', query: query, list: true }, options),
    },
    config: {
      /** Make the team as a configuration file describes it: everything, or nothing if one record fails. `POST /api/config/apply`. Scope: websites:read, monitors:read, providers:read, team:read, websites:write, monitors:write, providers:write. */
      apply: (input: ConfigApplyInput, query?: ConfigApplyQuery, options?: CallOptions): Promise<ConfigPlan> =>
        call({ method: 'POST', path: '/api/config/apply', body: input, query: query }, options),
      /** Export the configuration of the team, with references in place of secrets. `GET /api/config/export`. Scope: websites:read, monitors:read, providers:read, team:read. */
      export: (options?: CallOptions): Promise<ConfigExport> =>
        call({ method: 'GET', path: '/api/config/export' }, options),
    },
    deliveries: {
      /** List deliveries, newest first. Filter with status=failed for those that can be retried. `GET /api/deliveries`. Scope: providers:read. */
      list: (query?: DeliveriesListQuery, options?: CallOptions): Promise<List<Delivery>> =>
        call({ method: 'GET', path: '/api/deliveries', query: query, list: true }, options),
      /** Retry a failed delivery. `POST /api/deliveries/{id}/retry`. Scope: providers:write. */
      retry: (id: number, options?: CallOptions): Promise<Delivery> =>
        call({ method: 'POST', path: `/api/deliveries/${encodeURIComponent(id)}/retry` }, options),
    },
    deploys: {
      /** Record a deploy. The same version, environment and commit sent again is the same deploy: 200 with the record of the first time. `POST /api/deploys`. Scope: monitors:write. */
      create: (input: DeploysCreateInput, options?: CallOptions): Promise<Deploy> =>
        call({ method: 'POST', path: '/api/deploys', body: input }, options),
      /** List deploys, newest first. `GET /api/deploys`. Scope: monitors:read. */
      list: (query?: DeploysListQuery, options?: CallOptions): Promise<List<Deploy>> =>
        call({ method: 'GET', path: '/api/deploys', query: query, list: true }, options),
      /** Delete a deploy. `DELETE /api/deploys/{id}`. Scope: monitors:write. */
      remove: (id: number, options?: CallOptions): Promise<Deleted<'deploy'>> =>
        call({ method: 'DELETE', path: `/api/deploys/${encodeURIComponent(id)}` }, options),
      /** Show a deploy. `GET /api/deploys/{id}`. Scope: monitors:read. */
      show: (id: number, options?: CallOptions): Promise<Deploy> =>
        call({ method: 'GET', path: `/api/deploys/${encodeURIComponent(id)}` }, options),
    },
    escalationPolicies: {
      /** Create an escalation policy: who is alerted next if nobody acknowledges an incident. `POST /api/escalation-policies`. Scope: providers:write. */
      create: (input: EscalationPoliciesCreateInput, options?: CallOptions): Promise<EscalationPolicy> =>
        call({ method: 'POST', path: '/api/escalation-policies', body: input }, options),
      /** List escalation policies. `GET /api/escalation-policies`. Scope: providers:read. */
      list: (query?: EscalationPoliciesListQuery, options?: CallOptions): Promise<List<EscalationPolicy>> =>
        call({ method: 'GET', path: '/api/escalation-policies', query: query, list: true }, options),
      /** Delete an escalation policy. Escalations that follow it stop. `DELETE /api/escalation-policies/{id}`. Scope: providers:write. */
      remove: (id: number, options?: CallOptions): Promise<Deleted<'escalation_policy', {
        /** Monitors that had it as their own policy */
        monitor_ids: number[]
      }>> =>
        call({ method: 'DELETE', path: `/api/escalation-policies/${encodeURIComponent(id)}` }, options),
      /** Show an escalation policy. `GET /api/escalation-policies/{id}`. Scope: providers:read. */
      show: (id: number, options?: CallOptions): Promise<EscalationPolicy> =>
        call({ method: 'GET', path: `/api/escalation-policies/${encodeURIComponent(id)}` }, options),
      /** Update an escalation policy; only the fields sent change. Incidents that are open keep the steps they have. `PUT /api/escalation-policies/{id}`. Scope: providers:write. */
      update: (id: number, input: EscalationPoliciesUpdateInput, options?: CallOptions): Promise<EscalationPolicy> =>
        call({ method: 'PUT', path: `/api/escalation-policies/${encodeURIComponent(id)}`, body: input }, options),
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
      /** Start linking an account at the identity provider, which is linked after signing in there. Asks for the password, and the second factor if there is one. `POST /api/account/identities`. */
      link: (input: IdentitiesLinkInput, options?: CallOptions): Promise<IdentityLink> =>
        call({ method: 'POST', path: '/api/account/identities', body: input }, options),
      /** List the accounts at the identity provider that sign in to this account. `GET /api/account/identities`. */
      list: (query?: IdentitiesListQuery, options?: CallOptions): Promise<List<Identity>> =>
        call({ method: 'GET', path: '/api/account/identities', query: query, list: true }, options),
      /** Unlink an account at the identity provider. Refused when there is no other way to sign in. `DELETE /api/account/identities/{id}`. */
      remove: (id: number, options?: CallOptions): Promise<Deleted<'identity'>> =>
        call({ method: 'DELETE', path: `/api/account/identities/${encodeURIComponent(id)}` }, options),
    },
    incidents: {
      /** Acknowledge an incident: reminders and its escalation stop. The first acknowledgement stands. `POST /api/incidents/{id}/acknowledge`. Scope: monitors:write. */
      acknowledge: (id: number, input?: IncidentsAcknowledgeInput, options?: CallOptions): Promise<Incident> =>
        call({ method: 'POST', path: `/api/incidents/${encodeURIComponent(id)}/acknowledge`, body: input }, options),
      /** List the deploys that concern the monitor of an incident in the 60 minutes before it started, newest first. `GET /api/incidents/{id}/deploys`. Scope: monitors:read. */
      deploys: (id: number, query?: IncidentsDeploysQuery, options?: CallOptions): Promise<List<Deploy>> =>
        call({ method: 'GET', path: `/api/incidents/${encodeURIComponent(id)}/deploys`, query: query, list: true }, options),
      /** Show the escalation of an incident: each message, its targets, and why one was not sent. `GET /api/incidents/{id}/escalation`. Scope: monitors:read, providers:read. */
      escalation: (id: number, options?: CallOptions): Promise<Escalation> =>
        call({ method: 'GET', path: `/api/incidents/${encodeURIComponent(id)}/escalation` }, options),
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
      /** Replace an API key by a new one with the same rights; the old one still works for a while. `POST /api/keys/{id}/rotate`. */
      rotate: (id: number, input?: KeysRotateInput, options?: CallOptions): Promise<CreatedApiKey> =>
        call({ method: 'POST', path: `/api/keys/${encodeURIComponent(id)}/rotate`, body: input }, options),
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
    metrics: {
      /** Status, response times, certificates and incidents of monitors, and with stats:read also visitors of websites, in the Prometheus text format. With Accept: application/json, only how many there are. `GET /api/metrics`. Scope: monitors:read. */
      show: (options?: CallOptions): Promise<MetricsSummary> =>
        call({ method: 'GET', path: '/api/metrics' }, options),
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
      /** Show the share of visits that met a working site, beside the uptime of a monitor by the clock. `GET /api/monitors/{id}/experienced-uptime`. Scope: monitors:read. */
      experiencedUptime: (id: number, query?: MonitorsExperiencedUptimeQuery, options?: CallOptions): Promise<ExperiencedUptime> =>
        call({ method: 'GET', path: `/api/monitors/${encodeURIComponent(id)}/experienced-uptime`, query: query }, options),
      /** Create monitors from a file of Uptime Kuma or UptimeRobot. Running it again creates nothing twice. `POST /api/imports/monitors`. Scope: monitors:write. */
      import: (input: MonitorsImportInput, options?: CallOptions): Promise<MonitorImport> =>
        call({ method: 'POST', path: '/api/imports/monitors', body: input }, options),
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
      /** Update a monitor; only the fields sent change. is_active: false pauses it. Another origin or resolver, or verify_tls: false, requires its secrets again. `PUT /api/monitors/{id}`. Scope: monitors:write. */
      update: (id: number, input: MonitorsUpdateInput, options?: CallOptions): Promise<Monitor> =>
        call({ method: 'PUT', path: `/api/monitors/${encodeURIComponent(id)}`, body: input }, options),
      /** Show when a monitor was down or not observed in a time window. `GET /api/monitors/{id}/uptime`. Scope: monitors:read. */
      uptime: (id: number, query?: MonitorsUptimeQuery, options?: CallOptions): Promise<Uptime> =>
        call({ method: 'GET', path: `/api/monitors/${encodeURIComponent(id)}/uptime`, query: query }, options),
    },
    objectives: {
      /** Add an objective for a monitor or a website. `POST /api/objectives`. Scope: monitors:write. */
      create: (input: ObjectivesCreateInput, options?: CallOptions): Promise<Objective> =>
        call({ method: 'POST', path: '/api/objectives', body: input }, options),
      /** Show the error budget that was left on each day, and the burn alerts. `GET /api/objectives/{id}/history`. Scope: monitors:read. */
      history: (id: number, options?: CallOptions): Promise<ObjectiveHistory> =>
        call({ method: 'GET', path: `/api/objectives/${encodeURIComponent(id)}/history` }, options),
      /** List objectives with the error budget that is left. `GET /api/objectives`. Scope: monitors:read. */
      list: (query?: ObjectivesListQuery, options?: CallOptions): Promise<List<Objective>> =>
        call({ method: 'GET', path: '/api/objectives', query: query, list: true }, options),
      /** Delete an objective. Its burn alerts are no longer sent. `DELETE /api/objectives/{id}`. Scope: monitors:write. */
      remove: (id: number, options?: CallOptions): Promise<Deleted<'objective'>> =>
        call({ method: 'DELETE', path: `/api/objectives/${encodeURIComponent(id)}` }, options),
      /** Show an objective with the error budget that is left. `GET /api/objectives/{id}`. Scope: monitors:read. */
      show: (id: number, options?: CallOptions): Promise<Objective> =>
        call({ method: 'GET', path: `/api/objectives/${encodeURIComponent(id)}` }, options),
      /** Update an objective; only the fields sent change. `PUT /api/objectives/{id}`. Scope: monitors:write. */
      update: (id: number, input: ObjectivesUpdateInput, options?: CallOptions): Promise<Objective> =>
        call({ method: 'PUT', path: `/api/objectives/${encodeURIComponent(id)}`, body: input }, options),
    },
    onCallSchedules: {
      /** Create an on-call schedule: members, layers that rotate through them, and overrides. `POST /api/on-call-schedules`. Scope: providers:write. */
      create: (input: OnCallSchedulesCreateInput, options?: CallOptions): Promise<OnCallSchedule> =>
        call({ method: 'POST', path: '/api/on-call-schedules', body: input }, options),
      /** Create the secret URL of the iCalendar feed. A previous URL stops working. `POST /api/on-call-schedules/{id}/calendar`. Scope: providers:write. */
      createCalendar: (id: number, options?: CallOptions): Promise<OnCallSchedule> =>
        call({ method: 'POST', path: `/api/on-call-schedules/${encodeURIComponent(id)}/calendar` }, options),
      /** List on-call schedules. `GET /api/on-call-schedules`. Scope: providers:read. */
      list: (query?: OnCallSchedulesListQuery, options?: CallOptions): Promise<List<OnCallSchedule>> =>
        call({ method: 'GET', path: '/api/on-call-schedules', query: query, list: true }, options),
      /** Show who is on call, who is next, and the shifts of the days after, with gaps. `GET /api/on-call-schedules/{id}/on-call`. Scope: providers:read. */
      onCall: (id: number, query?: OnCallSchedulesOnCallQuery, options?: CallOptions): Promise<OnCall> =>
        call({ method: 'GET', path: `/api/on-call-schedules/${encodeURIComponent(id)}/on-call`, query: query }, options),
      /** Delete an on-call schedule. Refused while an escalation policy has it in a step. `DELETE /api/on-call-schedules/{id}`. Scope: providers:write. */
      remove: (id: number, options?: CallOptions): Promise<Deleted<'on_call_schedule'>> =>
        call({ method: 'DELETE', path: `/api/on-call-schedules/${encodeURIComponent(id)}` }, options),
      /** Revoke the URL of the iCalendar feed. `DELETE /api/on-call-schedules/{id}/calendar`. Scope: providers:write. */
      revokeCalendar: (id: number, options?: CallOptions): Promise<OnCallSchedule> =>
        call({ method: 'DELETE', path: `/api/on-call-schedules/${encodeURIComponent(id)}/calendar` }, options),
      /** Show an on-call schedule. `GET /api/on-call-schedules/{id}`. Scope: providers:read. */
      show: (id: number, options?: CallOptions): Promise<OnCallSchedule> =>
        call({ method: 'GET', path: `/api/on-call-schedules/${encodeURIComponent(id)}` }, options),
      /** Update an on-call schedule; only the fields sent change. A list that is sent replaces the stored one. `PUT /api/on-call-schedules/{id}`. Scope: providers:write. */
      update: (id: number, input: OnCallSchedulesUpdateInput, options?: CallOptions): Promise<OnCallSchedule> =>
        call({ method: 'PUT', path: `/api/on-call-schedules/${encodeURIComponent(id)}`, body: input }, options),
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
      /** Start adding a passkey: returns the options for `navigator.credentials.create()`. Asks for the second factor if there is one. `POST /api/account/passkeys/options`. */
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
      /** Show the public key that a browser subscribes to push notifications with (applicationServerKey). `GET /api/providers/push-key`. Scope: providers:read. */
      pushKey: (options?: CallOptions): Promise<PushKey> =>
        call({ method: 'GET', path: '/api/providers/push-key' }, options),
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
      /** Update a notification provider; only the fields sent change. A masked secret sent back is ignored. A URL of another origin requires all secrets again. `PUT /api/providers/{id}`. Scope: providers:write. */
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
      /** Sign out everywhere else: end all other sessions and, by choice, what else can act for the account. Refused when no way to sign in would be left. `DELETE /api/sessions`. */
      removeOthers: (input: SessionsRemoveOthersInput, options?: CallOptions): Promise<SignOut> =>
        call({ method: 'DELETE', path: '/api/sessions', body: input }, options),
    },
    statisticsImports: {
      /** Create an import of statistics. Then upload its file and start it. `POST /api/v1/websites/{id}/imports`. Scope: websites:write. */
      create: (id: number, input: StatisticsImportsCreateInput, options?: CallOptions): Promise<StatisticsImport> =>
        call({ method: 'POST', path: `/api/v1/websites/${encodeURIComponent(id)}/imports`, body: input }, options),
      /** List the imports of statistics of a website, newest first. `GET /api/v1/websites/{id}/imports`. Scope: websites:read. */
      list: (id: number, query?: StatisticsImportsListQuery, options?: CallOptions): Promise<List<StatisticsImport>> =>
        call({ method: 'GET', path: `/api/v1/websites/${encodeURIComponent(id)}/imports`, query: query, list: true }, options),
      /** Undo an import: everything that it brought is deleted. It is listed as undoing until nothing is left. `DELETE /api/v1/websites/{id}/imports/{import_id}`. Scope: websites:write. */
      remove: (id: number, import_id: number, options?: CallOptions): Promise<Deleted<'statistics_import'>> =>
        call({ method: 'DELETE', path: `/api/v1/websites/${encodeURIComponent(id)}/imports/${encodeURIComponent(import_id)}` }, options),
      /** Show an import of statistics and its progress. `GET /api/v1/websites/{id}/imports/{import_id}`. Scope: websites:read. */
      show: (id: number, import_id: number, options?: CallOptions): Promise<StatisticsImport> =>
        call({ method: 'GET', path: `/api/v1/websites/${encodeURIComponent(id)}/imports/${encodeURIComponent(import_id)}` }, options),
      /** Start an import whose file is uploaded. `POST /api/v1/websites/{id}/imports/{import_id}/start`. Scope: websites:write. */
      start: (id: number, import_id: number, options?: CallOptions): Promise<StatisticsImport> =>
        call({ method: 'POST', path: `/api/v1/websites/${encodeURIComponent(id)}/imports/${encodeURIComponent(import_id)}/start` }, options),
      /** Upload the next part of the file. The answer says how many bytes are stored: a part at another offset changes nothing. `PUT /api/v1/websites/{id}/imports/{import_id}/file`. Scope: websites:write. */
      upload: (id: number, import_id: number, input: StatisticsImportsUploadInput, options?: CallOptions): Promise<StatisticsImport> =>
        call({ method: 'PUT', path: `/api/v1/websites/${encodeURIComponent(id)}/imports/${encodeURIComponent(import_id)}/file`, body: input }, options),
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
      /** Show revenue, orders and the average order by currency, in total and over time. Never sampled. `GET /api/v1/websites/{id}/stats/revenue`. Scope: stats:read. */
      revenue: (id: number, query?: StatsRevenueQuery, options?: CallOptions): Promise<StatsRevenue> =>
        call({ method: 'GET', path: `/api/v1/websites/${encodeURIComponent(id)}/stats/revenue`, query: query }, options),
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
    statusPageIncidents: {
      /** Write an incident or schedule maintenance on a status page, with its first update. `POST /api/status-pages/{id}/incidents`. Scope: monitors:write. */
      create: (id: number, input: StatusPageIncidentsCreateInput, options?: CallOptions): Promise<StatusPageIncident> =>
        call({ method: 'POST', path: `/api/status-pages/${encodeURIComponent(id)}/incidents`, body: input }, options),
      /** List the incidents and maintenance written on a status page, newest first, drafts included. `GET /api/status-pages/{id}/incidents`. Scope: monitors:read. */
      list: (id: number, query?: StatusPageIncidentsListQuery, options?: CallOptions): Promise<List<StatusPageIncident>> =>
        call({ method: 'GET', path: `/api/status-pages/${encodeURIComponent(id)}/incidents`, query: query, list: true }, options),
      /** Delete an incident or maintenance of a status page with its updates. `DELETE /api/status-pages/{id}/incidents/{page_incident_id}`. Scope: monitors:write. */
      remove: (id: number, page_incident_id: number, options?: CallOptions): Promise<Deleted<'status_page_incident'>> =>
        call({ method: 'DELETE', path: `/api/status-pages/${encodeURIComponent(id)}/incidents/${encodeURIComponent(page_incident_id)}` }, options),
      /** Show an incident or maintenance of a status page with its updates. `GET /api/status-pages/{id}/incidents/{page_incident_id}`. Scope: monitors:read. */
      show: (id: number, page_incident_id: number, options?: CallOptions): Promise<StatusPageIncident> =>
        call({ method: 'GET', path: `/api/status-pages/${encodeURIComponent(id)}/incidents/${encodeURIComponent(page_incident_id)}` }, options),
      /** Update an incident or maintenance of a status page, or publish it; only the fields sent change. `PUT /api/status-pages/{id}/incidents/{page_incident_id}`. Scope: monitors:write. */
      update: (id: number, page_incident_id: number, input: StatusPageIncidentsUpdateInput, options?: CallOptions): Promise<StatusPageIncident> =>
        call({ method: 'PUT', path: `/api/status-pages/${encodeURIComponent(id)}/incidents/${encodeURIComponent(page_incident_id)}`, body: input }, options),
    },
    statusPageTemplates: {
      /** Create a template, which all status pages of the team can use. `POST /api/status-page-templates`. Scope: monitors:write. */
      create: (input: StatusPageTemplatesCreateInput, options?: CallOptions): Promise<StatusPageTemplate> =>
        call({ method: 'POST', path: '/api/status-page-templates', body: input }, options),
      /** List the templates for incidents and maintenance of status pages. `GET /api/status-page-templates`. Scope: monitors:read. */
      list: (query?: StatusPageTemplatesListQuery, options?: CallOptions): Promise<List<StatusPageTemplate>> =>
        call({ method: 'GET', path: '/api/status-page-templates', query: query, list: true }, options),
      /** Delete a template. `DELETE /api/status-page-templates/{id}`. Scope: monitors:write. */
      remove: (id: number, options?: CallOptions): Promise<Deleted<'status_page_template'>> =>
        call({ method: 'DELETE', path: `/api/status-page-templates/${encodeURIComponent(id)}` }, options),
      /** Show a template. `GET /api/status-page-templates/{id}`. Scope: monitors:read. */
      show: (id: number, options?: CallOptions): Promise<StatusPageTemplate> =>
        call({ method: 'GET', path: `/api/status-page-templates/${encodeURIComponent(id)}` }, options),
      /** Update a template; only the fields sent change. `PUT /api/status-page-templates/{id}`. Scope: monitors:write. */
      update: (id: number, input: StatusPageTemplatesUpdateInput, options?: CallOptions): Promise<StatusPageTemplate> =>
        call({ method: 'PUT', path: `/api/status-page-templates/${encodeURIComponent(id)}`, body: input }, options),
    },
    statusPageUpdates: {
      /** Post an update to an incident or maintenance of a status page. `POST /api/status-pages/{id}/incidents/{page_incident_id}/updates`. Scope: monitors:write. */
      create: (id: number, page_incident_id: number, input: StatusPageUpdatesCreateInput, options?: CallOptions): Promise<StatusPageUpdate> =>
        call({ method: 'POST', path: `/api/status-pages/${encodeURIComponent(id)}/incidents/${encodeURIComponent(page_incident_id)}/updates`, body: input }, options),
      /** Delete an update. The last one is deleted with its incident. `DELETE /api/status-pages/{id}/incidents/{page_incident_id}/updates/{update_id}`. Scope: monitors:write. */
      remove: (id: number, page_incident_id: number, update_id: number, options?: CallOptions): Promise<Deleted<'status_page_update'>> =>
        call({ method: 'DELETE', path: `/api/status-pages/${encodeURIComponent(id)}/incidents/${encodeURIComponent(page_incident_id)}/updates/${encodeURIComponent(update_id)}` }, options),
      /** Show an update of an incident of a status page. `GET /api/status-pages/{id}/incidents/{page_incident_id}/updates/{update_id}`. Scope: monitors:read. */
      show: (id: number, page_incident_id: number, update_id: number, options?: CallOptions): Promise<StatusPageUpdate> =>
        call({ method: 'GET', path: `/api/status-pages/${encodeURIComponent(id)}/incidents/${encodeURIComponent(page_incident_id)}/updates/${encodeURIComponent(update_id)}` }, options),
      /** Edit an update; only the fields sent change. Subscribers are not notified again. `PUT /api/status-pages/{id}/incidents/{page_incident_id}/updates/{update_id}`. Scope: monitors:write. */
      update: (id: number, page_incident_id: number, update_id: number, input: StatusPageUpdatesUpdateInput, options?: CallOptions): Promise<StatusPageUpdate> =>
        call({ method: 'PUT', path: `/api/status-pages/${encodeURIComponent(id)}/incidents/${encodeURIComponent(page_incident_id)}/updates/${encodeURIComponent(update_id)}`, body: input }, options),
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
      /** Remove the logo of a status page. `DELETE /api/status-pages/{id}/logo`. Scope: monitors:write. */
      removeLogo: (id: number, options?: CallOptions): Promise<StatusPage> =>
        call({ method: 'DELETE', path: `/api/status-pages/${encodeURIComponent(id)}/logo` }, options),
      /** Remove a subscriber of a status page. `DELETE /api/status-pages/{id}/subscribers/{subscriber_id}`. Scope: monitors:write. */
      removeSubscriber: (id: number, subscriber_id: number, options?: CallOptions): Promise<Deleted<'status_subscriber'>> =>
        call({ method: 'DELETE', path: `/api/status-pages/${encodeURIComponent(id)}/subscribers/${encodeURIComponent(subscriber_id)}` }, options),
      /** Set the logo of a status page. `PUT /api/status-pages/{id}/logo`. Scope: monitors:write. */
      setLogo: (id: number, input: StatusPagesSetLogoInput, options?: CallOptions): Promise<StatusPage> =>
        call({ method: 'PUT', path: `/api/status-pages/${encodeURIComponent(id)}/logo`, body: input }, options),
      /** Show a status page. `GET /api/status-pages/{id}`. Scope: monitors:read. */
      show: (id: number, options?: CallOptions): Promise<StatusPage> =>
        call({ method: 'GET', path: `/api/status-pages/${encodeURIComponent(id)}` }, options),
      /** List the confirmed subscribers of a status page, newest first. `GET /api/status-pages/{id}/subscribers`. Scope: monitors:read. */
      subscribers: (id: number, query?: StatusPagesSubscribersQuery, options?: CallOptions): Promise<List<StatusSubscriber>> =>
        call({ method: 'GET', path: `/api/status-pages/${encodeURIComponent(id)}/subscribers`, query: query, list: true }, options),
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
      /** List the API keys of all members in a team. A key sees those with a subset of its own scopes. `GET /api/teams/{id}/keys`. Scope: team:read. */
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
      /** Rename a team, or require two-factor authentication of its members. `PATCH /api/teams/{id}`. Scope: team:write. */
      update: (id: number, input: TeamsUpdateInput, options?: CallOptions): Promise<Team> =>
        call({ method: 'PATCH', path: `/api/teams/${encodeURIComponent(id)}`, body: input }, options),
      /** Change the role of a member. Only an owner makes and changes owners. `PATCH /api/teams/{id}/members/{member_id}`. Scope: team:write. */
      updateMember: (id: number, member_id: number, input: TeamsUpdateMemberInput, options?: CallOptions): Promise<TeamMember> =>
        call({ method: 'PATCH', path: `/api/teams/${encodeURIComponent(id)}/members/${encodeURIComponent(member_id)}`, body: input }, options),
    },
    uptimeReports: {
      /** Send an uptime report to members of the team on the first day of every month. `POST /api/uptime-reports`. Scope: monitors:write. */
      create: (input: UptimeReportsCreateInput, options?: CallOptions): Promise<UptimeReport> =>
        call({ method: 'POST', path: '/api/uptime-reports', body: input }, options),
      /** Report uptime against a target for a month or a range of days, without maintenance and unobserved time. `GET /api/uptime-report`. Scope: monitors:read. */
      figures: (query?: UptimeReportsFiguresQuery, options?: CallOptions): Promise<UptimeFigures> =>
        call({ method: 'GET', path: '/api/uptime-report', query: query }, options),
      /** List monthly uptime reports by e-mail. `GET /api/uptime-reports`. Scope: monitors:read. */
      list: (query?: UptimeReportsListQuery, options?: CallOptions): Promise<List<UptimeReport>> =>
        call({ method: 'GET', path: '/api/uptime-reports', query: query, list: true }, options),
      /** Preview the e-mail of a monthly uptime report, in your language unless the report has one. `GET /api/uptime-reports/{id}/preview`. Scope: monitors:read. */
      preview: (id: number, query?: UptimeReportsPreviewQuery, options?: CallOptions): Promise<UptimeReportPreview> =>
        call({ method: 'GET', path: `/api/uptime-reports/${encodeURIComponent(id)}/preview`, query: query }, options),
      /** Delete a monthly uptime report. Nobody gets it any more. `DELETE /api/uptime-reports/{id}`. Scope: monitors:write. */
      remove: (id: number, options?: CallOptions): Promise<Deleted<'uptime_report'>> =>
        call({ method: 'DELETE', path: `/api/uptime-reports/${encodeURIComponent(id)}` }, options),
      /** Send an uptime report to your e-mail address now. `POST /api/uptime-reports/{id}/send`. Scope: monitors:write. */
      send: (id: number, input?: UptimeReportsSendInput, options?: CallOptions): Promise<UptimeReportSend> =>
        call({ method: 'POST', path: `/api/uptime-reports/${encodeURIComponent(id)}/send`, body: input }, options),
      /** List the e-mails of a monthly uptime report and their delivery status, newest first. `GET /api/uptime-reports/{id}/sends`. Scope: monitors:read. */
      sends: (id: number, query?: UptimeReportsSendsQuery, options?: CallOptions): Promise<List<UptimeReportDelivery>> =>
        call({ method: 'GET', path: `/api/uptime-reports/${encodeURIComponent(id)}/sends`, query: query, list: true }, options),
      /** Show a monthly uptime report. `GET /api/uptime-reports/{id}`. Scope: monitors:read. */
      show: (id: number, options?: CallOptions): Promise<UptimeReport> =>
        call({ method: 'GET', path: `/api/uptime-reports/${encodeURIComponent(id)}` }, options),
      /** Update a monthly uptime report; only the fields sent change. `PUT /api/uptime-reports/{id}`. Scope: monitors:write. */
      update: (id: number, input: UptimeReportsUpdateInput, options?: CallOptions): Promise<UptimeReport> =>
        call({ method: 'PUT', path: `/api/uptime-reports/${encodeURIComponent(id)}`, body: input }, options),
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
      /** Show the visits that a website can expect by hour, with the range that is normal, beside those that came. `GET /api/v1/websites/{id}/expected-traffic`. Scope: stats:read. */
      expectedTraffic: (id: number, query?: WebsitesExpectedTrafficQuery, options?: CallOptions): Promise<ExpectedTraffic> =>
        call({ method: 'GET', path: `/api/v1/websites/${encodeURIComponent(id)}/expected-traffic`, query: query }, options),
      /** The same for a website: it is down while any of its monitors is. `GET /api/v1/websites/{id}/experienced-uptime`. Scope: stats:read. */
      experiencedUptime: (id: number, query?: WebsitesExperiencedUptimeQuery, options?: CallOptions): Promise<ExperiencedUptime> =>
        call({ method: 'GET', path: `/api/v1/websites/${encodeURIComponent(id)}/experienced-uptime`, query: query }, options),
      /** List websites. `GET /api/v1/websites`. Scope: websites:read. */
      list: (query?: WebsitesListQuery, options?: CallOptions): Promise<List<Website>> =>
        call({ method: 'GET', path: '/api/v1/websites', query: query, list: true }, options),
      /** Whether the first event was received. With Accept: text/event-stream, sends an event as soon as it is. `GET /api/v1/websites/{id}/live`. Scope: websites:read. */
      live: (id: number, options?: CallOptions): Promise<WebsiteLive> =>
        call({ method: 'GET', path: `/api/v1/websites/${encodeURIComponent(id)}/live` }, options),
      /** Show what to set up for a website by its visits of the last 30 days: monitors, check interval and the hour for maintenance. `GET /api/v1/websites/{id}/proposals`. Scope: monitors:read, websites:read, stats:read. */
      proposals: (id: number, options?: CallOptions): Promise<WebsiteProposals> =>
        call({ method: 'GET', path: `/api/v1/websites/${encodeURIComponent(id)}/proposals` }, options),
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
