-- A monitor is slow while the 95th percentile of its recent response times is above slow_ms; null: never.
alter table monitors add column slow_ms integer check (slow_ms between 1 and 60000);
grant select (slow_ms) on monitors to sitewatch_guest;

-- The response times that decide, of monitors with slow_ms, and what was decided and announced. Without a row: not slow.
create table response_windows (
  team_id bigint not null,
  monitor_id bigint not null,
  is_slow boolean not null default false,
  -- Epoch milliseconds by the database's clock, and the response time at the same position.
  checked_at bigint[] not null default '{}',
  response_ms real[] not null default '{}',
  primary key (team_id, monitor_id),
  foreign key (team_id, monitor_id) references monitors (team_id, id) on delete cascade
) with (fillfactor = 70);
alter table response_windows enable row level security;
alter table response_windows force row level security;
create policy team on response_windows to sitewatch_user using (team_id = (select current_team_id()));
create policy writers_insert on response_windows as restrictive for insert to sitewatch_user with check ((select require_writer()));
create policy writers_update on response_windows as restrictive for update to sitewatch_user using ((select require_writer()));
create policy writers_delete on response_windows as restrictive for delete to sitewatch_user using ((select require_writer()));
create policy guest on response_windows for select to sitewatch_guest using (team_id = (select current_team_id())
  and exists (select from monitors m where m.team_id = response_windows.team_id and m.id = monitor_id));
create policy worker on response_windows to sitewatch_worker using (true);
grant select (team_id, monitor_id, is_slow), delete on response_windows to sitewatch_user;
grant select (team_id, monitor_id, is_slow) on response_windows to sitewatch_guest;
grant select, insert, update on response_windows to sitewatch_worker;
create trigger response_windows_live after update of is_slow on response_windows for each row
  when (old.is_slow is distinct from new.is_slow) execute function notify_change('monitor', 'monitor_id');

-- Notices are about certificates, and about monitors that are slow.
alter table expiry_notices rename to notices;
alter table notices
  alter column days drop not null,
  alter column expires_at drop not null,
  add column p95_ms real,
  add column slow_ms integer,
  drop constraint expiry_notices_kind_check,
  add constraint notices_kind_check check (kind in ('expiring', 'renewed', 'slow_started', 'slow_ended')),
  add constraint notices_facts_check check (case when kind in ('slow_started', 'slow_ended') then num_nonnulls(p95_ms, slow_ms) = 2
    else num_nonnulls(days, expires_at) = 2 end);
alter table deliveries
  drop constraint deliveries_kind_check,
  add constraint deliveries_kind_check check (kind in ('opened', 'resolved', 'reminder', 'flapping_started', 'flapping_ended', 'expiring',
    'renewed', 'slow_started', 'slow_ended'));
