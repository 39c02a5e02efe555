-- That an incident was acknowledged is sent to the other providers that were alerted.
alter table deliveries
  drop constraint deliveries_kind_check,
  add constraint deliveries_kind_check check (kind in ('opened', 'resolved', 'reminder', 'escalation', 'acknowledged', 'flapping_started',
    'flapping_ended', 'expiring', 'renewed', 'domain_expiring', 'domain_renewed', 'slow_started', 'slow_ended'));
