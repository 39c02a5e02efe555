-- When messages of a provider wait, and which do not; null: never.
alter table providers add column quiet_hours jsonb;
grant select (quiet_hours) on providers to sitewatch_guest;
drop trigger providers_touch on providers;
create trigger providers_touch before update on providers for each row
  when ((old.name, old.is_default, old.settings, old.secrets, old.quiet_hours)
    is distinct from (new.name, new.is_default, new.settings, new.secrets, new.quiet_hours))
  execute function touch_updated_at();

-- A delivery that quiet hours hold is pending until they end. It is skipped if its incident is over, or acknowledged, by then.
alter table deliveries
  add column held_until timestamptz(3),
  drop constraint deliveries_status_check,
  add constraint deliveries_status_check check (status in ('pending', 'sent', 'failed', 'skipped')),
  drop constraint deliveries_kind_check,
  add constraint deliveries_kind_check check (kind in ('opened', 'resolved', 'reminder', 'escalation', 'flapping_started', 'flapping_ended',
    'expiring', 'renewed', 'domain_expiring', 'domain_renewed', 'slow_started', 'slow_ended'));
grant select (held_until) on deliveries to sitewatch_guest;
