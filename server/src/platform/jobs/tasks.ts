/** Every task the worker runs. Each is added by a SQL function of its own; each has one handler, bound in roles/worker. */
export const TASK_NAMES = [
  'send_password_reset',
  'send_invitation',
  'send_address_verification',
  'send_second_factor_warning',
  'send_email_change',
  'purge_expired',
  'delete_account',
  'purge_incidents',
  'purge_website_events',
  'purge_visitor_salts',
  'apply_retention',
  'deliver',
  'requeue_deliveries',
  'remind',
  'plan_reports',
  'send_report',
  'purge_reports',
  'build_stats_days',
  'ask_subscriber',
  'tell_subscribers',
  'verify_domains',
  'measure_impact',
  'heartbeat',
  'watch_history',
  'canary',
] as const

export type TaskName = (typeof TASK_NAMES)[number]

/** What stands between an incident and a person, and what watches that way. */
export const ALERT_TASKS: ReadonlySet<TaskName> = new Set([
  'deliver',
  'requeue_deliveries',
  'remind',
  'heartbeat',
  'canary',
])
