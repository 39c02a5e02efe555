/** What the audit log records, as `<type of the record>.<what happened>`. The types are those of the field `object`. */
export const AUDIT_ACTIONS = [
  'website.created',
  'website.updated',
  'website.deleted',
  'website.exported',
  'website.report_sent',
  'goal.created',
  'goal.updated',
  'goal.deleted',
  'monitor.created',
  'monitor.updated',
  'monitor.deleted',
  'monitor.provider_assigned',
  'monitor.provider_unassigned',
  'incident.acknowledged',
  'maintenance_window.created',
  'maintenance_window.updated',
  'maintenance_window.deleted',
  'status_page.created',
  'status_page.updated',
  'status_page.deleted',
  'status_page.domain_verified',
  'provider.created',
  'provider.updated',
  'provider.deleted',
  'provider.tested',
  'provider.confirmed',
  'delivery.retried',
  'notification_preferences.updated',
  'team.created',
  'team.updated',
  'team.deleted',
  'team_member.joined',
  'team_member.updated',
  'team_member.removed',
  'team_invitation.created',
  'team_invitation.revoked',
  'api_key.created',
  'api_key.revoked',
  'session.created',
  'session.failed',
  'session.ended',
  'user.created',
  'user.updated',
  'user.deleted',
  'user.password_changed',
  'user.password_reset_requested',
  'user.password_reset',
  'user.verification_sent',
  'user.email_verified',
  'user.email_change_requested',
  'user.email_changed',
  'user.two_factor_started',
  'user.two_factor_enabled',
  'user.two_factor_disabled',
  'user.sign_in_link_created',
  'passkey.created',
  'passkey.updated',
  'passkey.deleted',
  'identity.linked',
  'identity.unlinked',
  'invitation.created',
  'invitation.revoked',
  'audit_log.exported',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

type TypeIn<Action extends string> = Action extends `${infer Type}.${string}` ? Type : never
export type AuditRecordType = TypeIn<AuditAction>

export const recordTypeOf = (action: AuditAction): AuditRecordType => action.split('.', 1)[0] as AuditRecordType

export const AUDIT_RECORD_TYPES = [...new Set(AUDIT_ACTIONS.map(recordTypeOf))] as [
  AuditRecordType,
  ...AuditRecordType[],
]

/** `operator`: a `sitewatch` command on the server. `anonymous`: nobody who signed in. */
export const AUDIT_ACTOR_TYPES = ['user', 'api_key', 'operator', 'system', 'anonymous'] as const
export type AuditActorType = (typeof AUDIT_ACTOR_TYPES)[number]
