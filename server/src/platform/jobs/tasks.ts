/** Every task of the worker. Each has its own SQL function that adds jobs, and one handler, registered in roles/worker. */
export const TASK_NAMES = [
  'send_password_reset',
  'send_invitation',
  'send_team_invitation',
  'send_address_verification',
  'send_second_factor_warning',
  'send_email_change',
  'purge_expired',
  'delete_team',
  'purge_incidents',
  'purge_audit_log',
  'purge_website_events',
  'purge_visitor_salts',
  'apply_retention',
  'deliver',
  'requeue_deliveries',
  'remind',
  'announce_expiry',
  'check_registrations',
  'release_alerts',
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
  'back_up',
  'canary',
] as const

export type TaskName = (typeof TASK_NAMES)[number]

/** Tasks that deliver alerts, and those that monitor the delivery. */
export const ALERT_TASKS: ReadonlySet<TaskName> = new Set([
  'deliver',
  'requeue_deliveries',
  'remind',
  'announce_expiry',
  'release_alerts',
  'heartbeat',
  'canary',
])
