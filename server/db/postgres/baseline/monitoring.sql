-- Where checks can be made from besides here: a prober that brings the token works for that location, over HTTPS.
create table locations (
  name text collate "C" primary key check (name ~ '^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$' and name <> 'default'),
  token_hash bytea not null unique,
  created_at timestamptz(3) not null default now()
);
grant select (name) on locations to sitewatch_user, sitewatch_guest;
grant select, insert, update, delete on locations to sitewatch_admin;
grant select on locations to sitewatch_worker;

-- Who checks. A prober renews its row every 2 s; what one silent for 6 s holds is free again.
create table probers (
  id integer generated always as identity primary key,
  name text not null,
  location text not null default '',
  seen_at timestamptz not null,
  started_at timestamptz not null default clock_timestamp(),
  -- Whether a prober reaches an anchor, as it last said; null until it has asked. Without one no public target is ever called
  -- down, so who watches us from outside has to hear of it.
  is_online boolean
);
grant select, insert, update, delete on probers to sitewatch_worker;

-- What is watched, and how.
create table monitors (
  id bigint generated always as identity primary key,
  team_id bigint not null references teams on delete cascade,
  friendly_name text not null check (length(friendly_name) between 1 and 120),
  url text not null check (length(url) between 1 and 2048),
  type text not null,
  interval_seconds integer not null check (interval_seconds between 1 and 31622400),
  is_active boolean not null,
  timeout_seconds smallint not null check (timeout_seconds between 1 and 60),
  website_id bigint,
  locations text[] not null default '{}',
  quorum smallint not null default 1 check (quorum >= 1),
  -- Deleted monitors stay because of their incidents, which say how they ended; nothing else reads them.
  deleted_at timestamptz(3),
  -- What may be set for one type of check is one jsonb column, so that a new type needs no migration. Secret settings are sealed beside it, each
  -- by its name, as base64 and bound to "monitors.<name>/<id>"; "settings" has their masks. Null where there are none.
  settings jsonb not null,
  secrets jsonb,
  -- A monitor is slow while the 95th percentile of its recent response times is above slow_ms; null: never.
  slow_ms integer check (slow_ms between 1 and 60000),
  -- The API stores each once, sorted and in lower case.
  tags text[] collate "C" not null default '{}' check (cardinality(tags) <= 20),
  escalation_policy_id bigint,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (team_id, id),
  foreign key (team_id, website_id) references websites (team_id, id) on delete set null (website_id),
  -- The program knows the types and their rules (contract/src/monitor-types).
  check (type ~ '^[a-z][a-z0-9_]{0,39}$')
);
create index monitors_listed on monitors (team_id, id desc) where deleted_at is null;
create index monitors_website on monitors (team_id, website_id) where website_id is not null;
create index monitors_deleted on monitors (deleted_at) where deleted_at is not null;
create index monitors_slow on monitors (id) where slow_ms is not null;
create index monitors_of_escalation_policy on monitors (team_id, escalation_policy_id) where escalation_policy_id is not null;
-- Only when something has really changed: an update that repeats what is there leaves the version as it was.
create trigger monitors_touch before update on monitors for each row
  when (old.* is distinct from new.*) execute function touch_updated_at();
create trigger monitors_live_made after insert or delete on monitors for each row execute function notify_change('monitor', 'id');
create trigger monitors_live after update on monitors for each row when (old.* is distinct from new.*)
  execute function notify_change('monitor');
create trigger monitors_follow_rules_made after insert on monitors referencing new table as changed
  for each statement execute function follow_monitors_of_rules();
create trigger monitors_follow_rules after update on monitors referencing old table as before new table as changed
  for each statement execute function follow_monitors_of_rules();
create trigger monitors_objectives after update of deleted_at on monitors for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function delete_objectives_of_monitor();
create trigger monitors_uptime_reports after update of deleted_at on monitors for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function delete_uptime_reports_of_monitor();
select pg_temp.share_in_team('monitors');
create policy worker on monitors for select to sitewatch_worker using (true);
create policy worker_alerts on monitors to sitewatch_worker using (true);
create policy worker_deletion on monitors to sitewatch_worker using (is_closed_team(team_id));
create policy worker_deletes_removed on monitors as restrictive for delete to sitewatch_worker
  using (deleted_at is not null or is_closed_team(team_id));
create policy guest on monitors for select to sitewatch_guest
  using (team_id = (select current_team_id()) and website_id = any ((select guest_website_ids())::bigint[]));
grant select, insert, update, delete on monitors to sitewatch_user;
grant select (id, team_id, friendly_name, url, type, interval_seconds, is_active, timeout_seconds, website_id, locations, quorum, deleted_at,
  settings, secrets, slow_ms, tags, escalation_policy_id, created_at, updated_at)
  on monitors to sitewatch_guest;
grant select, delete on monitors to sitewatch_worker;
-- Secrets are sealed to the id of their row, so the id is drawn before the row is written.
grant usage on sequence monitors_id_seq to sitewatch_user;

-- What a check changes, apart from what a person changes: narrow, and updated twice for every check. Times are epoch
-- milliseconds by the database's clock, as `transition()` reckons. The row with location '' is the monitor's own standing.
-- Without named locations that row is checked itself, by any local prober; with them, each has a row that is checked, and
-- the standing follows from their quorum.
create table monitor_state (
  team_id bigint not null,
  monitor_id bigint not null,
  last_slot bigint not null default 0,
  next_due_at bigint,
  last_checked_at bigint,
  interval_ms integer not null,
  phase_ms integer not null,
  -- The prober that has it in hand; 0 for none. The claim of a prober that is not alive counts as none.
  claimed_by integer not null default 0,
  last_response_ms real,
  unobserved_since bigint,
  first_failure_at bigint,
  first_success_at bigint,
  incident_floor_at bigint not null default 0,
  tls_expires_at timestamptz(3),
  failures smallint not null default 0,
  flapping boolean not null default false,
  location text not null default '',
  type text not null,
  status text not null check (status in ('pending', 'up', 'suspected', 'down', 'recovering', 'paused')),
  unknown text check (unknown in ('offline', 'probe', 'maintenance', 'waiting')),
  flips bigint[],
  last_error text,
  -- Which host a check goes to, as a number, so that a claim can leave a busy host alone without reading the monitor. Set whenever
  -- the target can have changed: both the statement that makes the row and the one that follows an edit set "type".
  host_key integer not null default 0,
  primary key (monitor_id, location),
  foreign key (team_id, monitor_id) references monitors (team_id, id) on delete cascade,
  check (status <> 'paused' or next_due_at is null)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0);
create index monitor_state_due on monitor_state (location, type, next_due_at) where next_due_at is not null;
-- Not for each check: those that find things as they were do not name this column, so nothing is even compared. Suspected
-- still shows as up, and recovering as down.
create trigger monitor_state_live after update of status on monitor_state for each row
  when (new.location = ''
    and case old.status when 'suspected' then 'up' when 'recovering' then 'down' else old.status end
      is distinct from case new.status when 'suspected' then 'up' when 'recovering' then 'down' else new.status end)
  execute function notify_change('monitor', 'monitor_id');
create trigger monitor_state_host before insert or update of type on monitor_state
  for each row execute function set_host_key();
select pg_temp.share_in_team('monitor_state');
create policy worker on monitor_state to sitewatch_worker using (true);
create policy guest on monitor_state for select to sitewatch_guest
  using (team_id = (select current_team_id()) and exists (select from monitors m
    where m.team_id = monitor_state.team_id and m.id = monitor_id));
grant select, insert, update, delete on monitor_state to sitewatch_user;
grant select (team_id, monitor_id, last_slot, next_due_at, last_checked_at, interval_ms, phase_ms, claimed_by, last_response_ms,
  unobserved_since, first_failure_at, first_success_at, incident_floor_at, tls_expires_at, failures, flapping, location, type, status,
  unknown, flips, last_error, host_key)
  on monitor_state to sitewatch_guest;
grant select, update on monitor_state to sitewatch_worker;

-- Time in which nobody watched: paused, or we could not check ourselves. Neither up nor down.
create table monitor_unobserved (
  team_id bigint not null,
  monitor_id bigint not null,
  from_at timestamptz(3) not null,
  to_at timestamptz(3) not null,
  reason text not null check (reason in ('paused', 'unknown')),
  foreign key (team_id, monitor_id) references monitors (team_id, id) on delete cascade,
  check (from_at < to_at)
);
create index monitor_unobserved_of_monitor on monitor_unobserved (team_id, monitor_id, to_at);
create index monitor_unobserved_ended on monitor_unobserved (to_at);
select pg_temp.share_in_team('monitor_unobserved');
create policy worker on monitor_unobserved to sitewatch_worker using (true);
create policy worker_deletion on monitor_unobserved to sitewatch_worker using (is_closed_team(team_id));
create policy guest on monitor_unobserved for select to sitewatch_guest
  using (team_id = (select current_team_id()) and exists (select from monitors m
    where m.team_id = monitor_unobserved.team_id and m.id = monitor_id));
grant select, insert, update, delete on monitor_unobserved to sitewatch_user;
grant select (team_id, monitor_id, from_at, to_at, reason) on monitor_unobserved to sitewatch_guest;
grant select (team_id, to_at, ctid), insert, delete on monitor_unobserved to sitewatch_worker;

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
create trigger response_windows_live after update of is_slow on response_windows for each row
  when (old.is_slow is distinct from new.is_slow) execute function notify_change('monitor', 'monitor_id');
select pg_temp.share_in_team('response_windows');
create policy guest on response_windows for select to sitewatch_guest
  using (team_id = (select current_team_id()) and exists (select from monitors m
    where m.team_id = response_windows.team_id and m.id = monitor_id));
create policy worker on response_windows to sitewatch_worker using (true);
grant select (team_id, monitor_id, is_slow), delete on response_windows to sitewatch_user;
grant select (team_id, monitor_id, is_slow) on response_windows to sitewatch_guest;
grant select, insert, update on response_windows to sitewatch_worker;

-- What the certificate of a monitor says, written when another one is found.
create table monitor_certificates (
  team_id bigint not null,
  monitor_id bigint not null,
  fingerprint text not null,
  issuer text not null,
  names text[] not null,
  -- Of each certificate that was presented: subject, issuer, expires_at.
  chain jsonb not null,
  primary key (team_id, monitor_id),
  foreign key (team_id, monitor_id) references monitors (team_id, id) on delete cascade
);
select pg_temp.share_in_team('monitor_certificates');
create policy guest on monitor_certificates for select to sitewatch_guest
  using (team_id = (select current_team_id()) and exists (select from monitors m
    where m.team_id = monitor_certificates.team_id and m.id = monitor_id));
create policy worker on monitor_certificates to sitewatch_worker using (true);
grant select, delete on monitor_certificates to sitewatch_user;
grant select on monitor_certificates to sitewatch_guest;
grant select, insert, update on monitor_certificates to sitewatch_worker;

-- When domains expire, as their registries say by RDAP; each is asked once a day, whatever the number of its monitors.
create table domain_registrations (
  domain text primary key,
  expires_at timestamptz(3),
  next_check_at timestamptz(3) not null default now(),
  last_error text
);
create index domain_registrations_due on domain_registrations (next_check_at);
grant select, insert, update, delete on domain_registrations to sitewatch_worker;

-- The domain of each monitor, as of the URL that it was derived from; null where it has none.
create table monitor_domains (
  team_id bigint not null,
  monitor_id bigint not null,
  url text not null,
  domain text,
  expires_at timestamptz(3),
  primary key (team_id, monitor_id),
  foreign key (team_id, monitor_id) references monitors (team_id, id) on delete cascade
);
create index monitor_domains_of_domain on monitor_domains (domain) where domain is not null;
select pg_temp.force_row_security('monitor_domains');
create policy team on monitor_domains for select to sitewatch_user using (team_id = (select current_team_id()));
create policy guest on monitor_domains for select to sitewatch_guest
  using (team_id = (select current_team_id()) and exists (select from monitors m
    where m.team_id = monitor_domains.team_id and m.id = monitor_id));
create policy worker on monitor_domains to sitewatch_worker using (true);
grant select on monitor_domains to sitewatch_user, sitewatch_guest;
grant select, insert, update on monitor_domains to sitewatch_worker;

-- What a monitor depends on: while a parent is down, the monitor's incidents open, but nobody is alerted. There are no cycles
-- (refuse_dependency_cycle).
create table monitor_dependencies (
  team_id bigint not null references teams on delete cascade,
  monitor_id bigint not null,
  parent_id bigint not null,
  primary key (team_id, monitor_id, parent_id),
  foreign key (team_id, monitor_id) references monitors (team_id, id) on delete cascade,
  foreign key (team_id, parent_id) references monitors (team_id, id) on delete cascade,
  check (monitor_id <> parent_id)
);
create index monitor_dependencies_of_parent on monitor_dependencies (team_id, parent_id);
create trigger monitor_dependencies_acyclic after insert on monitor_dependencies referencing new table as made
  for each statement execute function refuse_dependency_cycle();
select pg_temp.share_in_team('monitor_dependencies');
create policy guest on monitor_dependencies for select to sitewatch_guest
  using (team_id = (select current_team_id()) and exists (select from monitors m
    where m.team_id = monitor_dependencies.team_id and m.id = monitor_id) and exists (select from monitors m
    where m.team_id = monitor_dependencies.team_id and m.id = parent_id));
create policy worker on monitor_dependencies for select to sitewatch_worker using (true);
grant select, insert, delete on monitor_dependencies to sitewatch_user;
grant select on monitor_dependencies to sitewatch_guest, sitewatch_worker;

create table incidents (
  id bigint generated always as identity primary key,
  team_id bigint not null references teams on delete cascade,
  monitor_id bigint,
  cause_kind text not null check (cause_kind ~ '^[a-z][a-z0-9_]{0,39}$'),
  cause_http_status smallint,
  cause_message text not null,
  evidence jsonb,
  resolution text check (resolution in ('recovered', 'paused', 'changed', 'deleted')),
  started_at timestamptz(3) not null,
  confirmed_at timestamptz(3) not null,
  acknowledged_at timestamptz(3),
  resolved_at timestamptz(3),
  impact jsonb,
  -- When an incident is to be measured next; null when there is nothing more to find out.
  impact_due_at timestamptz(3) default now(),
  -- Who acknowledged an incident, and what they wrote.
  acknowledged_by text check (length(acknowledged_by) between 1 and 120),
  acknowledgement_note text check (length(acknowledgement_note) between 1 and 500),
  -- The parent that was down when the incident was to be alerted, and when it was alerted after all.
  suppressed_by_id bigint,
  suppressed_until timestamptz(3),
  -- "traffic": every check is green, but the visits of a website collapsed. It belongs to the website, and to no monitor.
  kind text not null default 'check' check (kind in ('check', 'traffic')),
  website_id bigint,
  -- What was judged: the span, the visits expected in it with their interval, and those that came.
  traffic jsonb,
  second_opinion jsonb,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (team_id, id),
  foreign key (team_id, monitor_id) references monitors (team_id, id) on delete cascade,
  foreign key (team_id, website_id) references websites (team_id, id) on delete cascade,
  check (started_at <= confirmed_at and (resolved_at is null or resolved_at >= started_at)),
  check ((resolved_at is null) = (resolution is null)),
  constraint incidents_subject_check check (case kind when 'check' then monitor_id is not null and website_id is null and traffic is null
      else monitor_id is null and website_id is not null and traffic is not null end),
  constraint incidents_traffic_cause_check check (kind <> 'traffic' or cause_kind in ('snippet_missing', 'blocked_by_csp', 'page_error',
      'redirects_elsewhere', 'dns_changed', 'collector_unreachable', 'unknown')),
  -- Incidents of one monitor never overlap. A range of one number stands in for "=", which GiST has only by extension. With a condition: a range
  -- from null to null has no bounds, so it would overlap with the incidents of every monitor.
  constraint incidents_do_not_overlap exclude using gist (int8range(monitor_id, monitor_id, '[]') with &&, tstzrange(started_at,
      resolved_at) with &&) where (monitor_id is not null),
  constraint incidents_of_website_do_not_overlap exclude using gist (int8range(website_id, website_id, '[]') with &&, tstzrange(started_at,
      resolved_at) with &&) where (website_id is not null)
);
create unique index incidents_one_open on incidents (monitor_id) where resolved_at is null;
create index incidents_of_monitor on incidents (team_id, monitor_id, started_at desc, id desc);
create index incidents_listed on incidents (team_id, started_at desc, id desc);
create index incidents_impact_due on incidents (impact_due_at) where impact_due_at is not null;
-- For the last 24 hours of every monitor of one team, however long the history is.
create index incidents_ended on incidents (team_id, resolved_at);
-- Incidents and what was told of them grow for ever otherwise. The worker removes the old ones in steps.
create index incidents_resolved on incidents (resolved_at) where resolved_at is not null;
create index incidents_of_website on incidents (team_id, website_id, started_at desc, id desc) where website_id is not null;
create unique index incidents_one_open_of_website on incidents (website_id) where resolved_at is null and website_id is not null;
create trigger incidents_live after update on incidents for each row
  when ((old.acknowledged_at, old.resolved_at, old.impact) is distinct from (new.acknowledged_at, new.resolved_at, new.impact))
  execute function notify_change('incident');
create trigger incidents_plan_impact before update on incidents for each row
  when (old.resolved_at is null and new.resolved_at is not null) execute function plan_last_impact();
-- What is measured afterwards is no change of the record: its version stays.
create trigger incidents_touch before update on incidents for each row
  when ((old.acknowledged_at, old.resolved_at, old.resolution, old.started_at, old.confirmed_at, old.cause_kind,
         old.cause_http_status, old.cause_message)
    is distinct from
        (new.acknowledged_at, new.resolved_at, new.resolution, new.started_at, new.confirmed_at, new.cause_kind,
         new.cause_http_status, new.cause_message))
  execute function touch_updated_at();
-- Deliveries and incidents go only with what they belong to, which is told by itself. Telling each took most of the time of a deletion: 70 µs a row.
create trigger incidents_live_made after insert on incidents for each row execute function notify_change('incident', 'id');
create trigger incidents_evaluate_objectives after insert on incidents for each row execute function evaluate_objectives_of_incident();
select pg_temp.share_in_team('incidents');
create policy worker on incidents to sitewatch_worker using (true);
create policy worker_alerts on incidents to sitewatch_worker using (true);
create policy worker_deletion on incidents to sitewatch_worker using (is_closed_team(team_id));
create policy worker_deletes_ended on incidents as restrictive for delete to sitewatch_worker
  using (resolved_at is not null or is_closed_team(team_id));
create policy guest on incidents for select to sitewatch_guest
  using (team_id = (select current_team_id()) and case kind when 'check' then exists (select from monitors m
    where m.team_id = incidents.team_id and m.id = monitor_id) else website_id = any ((select guest_website_ids())::bigint[]) end);
grant select, insert, update, delete on incidents to sitewatch_user, sitewatch_worker;
grant select (id, team_id, monitor_id, cause_kind, cause_http_status, cause_message, evidence, resolution, started_at, confirmed_at,
  acknowledged_at, resolved_at, impact, impact_due_at, acknowledged_by, acknowledgement_note, suppressed_by_id, suppressed_until, kind,
  website_id, traffic, second_opinion, created_at, updated_at)
  on incidents to sitewatch_guest;

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
select pg_temp.share_in_team('heartbeats');
create policy worker on heartbeats to sitewatch_worker using (true);
grant select, insert, update, delete on heartbeats to sitewatch_user;
grant select on heartbeats to sitewatch_guest;
grant select, insert, update on heartbeats to sitewatch_worker;

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
select pg_temp.share_in_team('heartbeat_pings');
create policy worker on heartbeat_pings to sitewatch_worker using (true);
-- A guest sees the pings of a monitor of a chosen website, but not where to send them.
create policy guest on heartbeat_pings for select to sitewatch_guest
  using (team_id = (select current_team_id()) and exists (select from monitors m
    where m.team_id = heartbeat_pings.team_id and m.id = monitor_id));
grant select, insert on heartbeat_pings to sitewatch_user;
grant select on heartbeat_pings to sitewatch_guest;
grant select, insert, update on heartbeat_pings to sitewatch_worker;

-- Up to when pings could be received. One row, which every process that receives them renews.
create table heartbeat_receiver (
  is_only boolean default true primary key check (is_only),
  seen_at bigint not null
);
grant select, insert, update, delete on heartbeat_receiver to sitewatch_worker;

-- When no ping could be received, because no such process ran or the database was down. A ping is never late for this time.
create table heartbeat_outages (
  from_at bigint not null,
  to_at bigint not null,
  check (from_at < to_at)
);
create index heartbeat_outages_ended on heartbeat_outages (to_at);
grant select, insert, delete on heartbeat_outages to sitewatch_worker;

-- Announced work. Checks go on, but a failure in a window says nothing: no incident opens for it.
create table maintenance_windows (
  id bigint generated always as identity primary key,
  team_id bigint not null references teams on delete cascade,
  name text not null check (length(name) between 1 and 120),
  timezone text not null,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  repeat text not null check (repeat in ('none', 'daily', 'weekly')),
  -- Stored, not told by an empty list: a window whose last monitor is deleted must not mute all others.
  all_monitors boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (team_id, id),
  check (ends_at > starts_at),
  check (repeat <> 'daily' or ends_at - starts_at <= interval '24 hours'),
  check (repeat <> 'weekly' or ends_at - starts_at <= interval '7 days')
);
create trigger maintenance_windows_touch before update on maintenance_windows
  for each row execute function touch_updated_at();
create trigger maintenance_windows_live_made after insert or delete on maintenance_windows for each row
  execute function notify_change('maintenance_window', 'id');
create trigger maintenance_windows_live after update on maintenance_windows for each row when (old.* is distinct from new.*)
  execute function notify_change('maintenance_window');
select pg_temp.share_in_team('maintenance_windows');
create policy worker on maintenance_windows for select to sitewatch_worker using (true);
grant select, insert, update, delete on maintenance_windows to sitewatch_user;
grant select (id, team_id, name, timezone, starts_at, ends_at, repeat, all_monitors, created_at, updated_at)
  on maintenance_windows to sitewatch_guest;
grant select on maintenance_windows to sitewatch_worker;

-- A window for all monitors names none (refuse_monitor_of_all).
create table maintenance_monitors (
  team_id bigint not null,
  window_id bigint not null,
  monitor_id bigint not null,
  primary key (team_id, window_id, monitor_id),
  foreign key (team_id, monitor_id) references monitors (team_id, id) on delete cascade,
  foreign key (team_id, window_id) references maintenance_windows (team_id, id) on delete cascade
);
create index maintenance_monitors_of_monitor on maintenance_monitors (team_id, monitor_id);
create trigger maintenance_monitors_live_made after insert or delete on maintenance_monitors for each row
  execute function notify_change('maintenance_window', 'window_id');
create trigger maintenance_monitors_not_of_all before insert on maintenance_monitors
  for each row execute function refuse_monitor_of_all();
select pg_temp.share_in_team('maintenance_monitors');
create policy worker on maintenance_monitors for select to sitewatch_worker using (true);
grant select, insert, update, delete on maintenance_monitors to sitewatch_user;
grant select (team_id, window_id, monitor_id) on maintenance_monitors to sitewatch_guest;
grant select on maintenance_monitors to sitewatch_worker;

-- What was deployed when, and what it concerns: chosen websites and monitors, those with a tag, or the whole team.
create table deploys (
  id bigint generated always as identity primary key,
  team_id bigint not null references teams on delete cascade,
  version text not null check (length(version) between 1 and 120),
  environment text not null check (length(environment) between 1 and 60),
  commit text check (length(commit) between 1 and 64),
  link text,
  -- Stored, not derived: a deploy must not concern everything once its only website is deleted.
  whole_team boolean not null,
  tags text[] not null default '{}',
  deployed_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- A pipeline that is retried records its deploy once.
  unique nulls not distinct (team_id, environment, version, commit),
  unique (team_id, id),
  check (not whole_team or tags = '{}')
);
create index deploys_by_time on deploys (team_id, deployed_at desc, id desc);
create index deploys_expired on deploys (deployed_at);
create trigger deploys_live_made after insert or delete on deploys for each row execute function notify_change('deploy');
select pg_temp.share_in_team('deploys');
create policy worker on deploys to sitewatch_worker using (true);
grant select, insert, delete on deploys to sitewatch_user;
grant select on deploys to sitewatch_guest;
grant select, delete on deploys to sitewatch_worker;

create table deploy_websites (
  team_id bigint not null,
  deploy_id bigint not null,
  website_id bigint not null,
  primary key (team_id, deploy_id, website_id),
  foreign key (team_id, deploy_id) references deploys (team_id, id) on delete cascade,
  foreign key (team_id, website_id) references websites (team_id, id) on delete cascade
);
create index deploy_websites_of_website on deploy_websites (team_id, website_id);
select pg_temp.share_in_team('deploy_websites');
create policy worker on deploy_websites to sitewatch_worker using (true);
grant select, insert, delete on deploy_websites to sitewatch_user;
grant select on deploy_websites to sitewatch_guest;
grant select, delete on deploy_websites to sitewatch_worker;

create table deploy_monitors (
  team_id bigint not null,
  deploy_id bigint not null,
  monitor_id bigint not null,
  primary key (team_id, deploy_id, monitor_id),
  foreign key (team_id, deploy_id) references deploys (team_id, id) on delete cascade,
  foreign key (team_id, monitor_id) references monitors (team_id, id) on delete cascade
);
create index deploy_monitors_of_monitor on deploy_monitors (team_id, monitor_id);
select pg_temp.share_in_team('deploy_monitors');
create policy worker on deploy_monitors to sitewatch_worker using (true);
grant select, insert, delete on deploy_monitors to sitewatch_user;
grant select on deploy_monitors to sitewatch_guest;
grant select, delete on deploy_monitors to sitewatch_worker;
