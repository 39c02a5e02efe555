-- Jobs that call us. What is known of the pings of a monitor; times are epoch milliseconds by the database's clock, as in monitor_state.
create table heartbeats (
  team_id bigint not null,
  monitor_id bigint not null,
  -- Whoever knows the token may send pings. Its SHA-256 finds the row; sealed with the key of the team, it is shown again.
  token_hash bytea not null unique,
  token_sealed bytea not null,
  -- Created, resumed or given another schedule: nothing was expected before.
  armed_at bigint not null,
  ping_count bigint not null default 0,
  last_ping_at bigint,
  last_success_at bigint,
  -- The last run that ended has failed.
  is_failed boolean not null default false,
  last_exit_status smallint,
  last_run_ms bigint,
  -- When runs started that have not ended, by their run id.
  open_runs jsonb not null default '{}',
  -- A ping came that may change the status: the check of the monitor is due at once.
  needs_check boolean not null default false,
  primary key (team_id, monitor_id),
  foreign key (team_id, monitor_id) references monitors (team_id, id) on delete cascade
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0);
create index heartbeats_of_monitor on heartbeats (monitor_id);
create index heartbeats_to_check on heartbeats (monitor_id) where needs_check;

-- The last pings of each monitor. A new one takes the place of the oldest, so there is nothing to delete.
create table heartbeat_pings (
  team_id bigint not null,
  monitor_id bigint not null,
  slot smallint not null,
  number bigint not null,
  kind text not null check (kind in ('success', 'start', 'fail')),
  exit_status smallint,
  run_id text,
  run_ms bigint,
  body text,
  received_at bigint not null,
  primary key (team_id, monitor_id, slot),
  foreign key (team_id, monitor_id) references heartbeats (team_id, monitor_id) on delete cascade
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0);

do $$
declare t text;
begin
  foreach t in array array['heartbeats', 'heartbeat_pings'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy team on %I to sitewatch_user using (team_id = (select current_team_id()))', t);
    execute format('create policy writers_insert on %I as restrictive for insert to sitewatch_user with check ((select require_writer()))', t);
    execute format('create policy writers_update on %I as restrictive for update to sitewatch_user using ((select require_writer()))', t);
    execute format('create policy writers_delete on %I as restrictive for delete to sitewatch_user using ((select require_writer()))', t);
    execute format('create policy worker on %I to sitewatch_worker using (true)', t);
    execute format('grant select, insert, update on %I to sitewatch_worker', t);
    execute format('grant select on %I to sitewatch_user, sitewatch_guest', t);
  end loop;
end $$;
-- A guest sees the pings of a monitor of a chosen website, but not where to send them.
create policy guest on heartbeat_pings for select to sitewatch_guest using (team_id = (select current_team_id())
  and exists (select from monitors m where m.team_id = heartbeat_pings.team_id and m.id = monitor_id));
grant insert, delete, update on heartbeats to sitewatch_user;
grant insert on heartbeat_pings to sitewatch_user;

-- Up to when pings could be received. One row, which every process that receives them renews.
create table heartbeat_receiver (
  is_only boolean primary key default true check (is_only),
  seen_at bigint not null
);
-- When no ping could be received, because no such process ran or the database was down. A ping is never late for this time.
create table heartbeat_outages (
  from_at bigint not null,
  to_at bigint not null,
  check (from_at < to_at)
);
create index heartbeat_outages_ended on heartbeat_outages (to_at);
grant select, insert, update, delete on heartbeat_receiver to sitewatch_worker;
grant select, insert, delete on heartbeat_outages to sitewatch_worker;

alter table monitors drop constraint monitors_interval_seconds_check,
  add constraint monitors_interval_seconds_check check (interval_seconds between 1 and 31622400);
alter table monitor_state drop constraint monitor_state_unknown_check,
  add constraint monitor_state_unknown_check check (unknown in ('offline', 'probe', 'maintenance', 'waiting'));
