create table monitors (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  friendly_name text not null check (length(friendly_name) between 1 and 120),
  url text not null check (length(url) between 1 and 2048),
  type text not null check (type in ('http', 'ping')),
  interval_seconds integer not null check (interval_seconds between 1 and 86400),
  is_active boolean not null,
  timeout_seconds smallint not null check (timeout_seconds between 1 and 60),
  -- What only an http check has is null for a ping.
  method text check (method in ('GET', 'HEAD', 'POST')),
  request_headers jsonb,
  request_headers_sealed bytea,
  request_body text check (request_body is null or method = 'POST'),
  expected_status text[],
  follow_redirects boolean,
  keyword text,
  keyword_mode text check (keyword_mode in ('present', 'absent')),
  verify_tls boolean,
  website_id bigint,
  locations text[] not null default '{}',
  quorum smallint not null default 1 check (quorum >= 1),
  -- Deleted monitors stay as the owner of their incidents, which say how they ended; nothing else reads them.
  deleted_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (user_id, id),
  foreign key (user_id, website_id) references websites (user_id, id) on delete set null (website_id),
  check (num_nonnulls(method, expected_status, follow_redirects, keyword_mode, verify_tls, request_headers)
    = case type when 'http' then 6 else 0 end),
  check (type = 'http' or num_nonnulls(request_headers_sealed, request_body, keyword) = 0)
);
create index monitors_listed on monitors (user_id, id desc) where deleted_at is null;
create index monitors_website on monitors (user_id, website_id) where website_id is not null and deleted_at is null;
-- Only when something has really changed: an update that repeats what is there leaves the version as it was.
create trigger monitors_touch before update on monitors for each row
  when (old.* is distinct from new.*) execute function touch_updated_at();

-- What a check changes, apart from what a person changes: narrow, and updated twice for every check. Times are epoch
-- milliseconds by the database's clock, as `transition()` reckons. The row with location '' is the monitor's own standing.
-- Without named locations that row is checked itself, by any local prober; with them, each has a row that is checked, and
-- the standing follows from their quorum.
create table monitor_state (
  user_id bigint not null,
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
  unknown text check (unknown in ('offline', 'probe', 'maintenance')),
  flips bigint[],
  last_error text,
  primary key (monitor_id, location),
  foreign key (user_id, monitor_id) references monitors (user_id, id) on delete cascade,
  check (status <> 'paused' or next_due_at is null)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0);
create index monitor_state_due on monitor_state (location, type, next_due_at) where next_due_at is not null;

create table incidents (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  monitor_id bigint not null,
  cause_kind text not null check (cause_kind in ('dns', 'connect', 'tls', 'timeout', 'http_status', 'keyword', 'icmp')),
  cause_http_status smallint,
  cause_message text not null,
  evidence jsonb,
  resolution text check (resolution in ('recovered', 'paused', 'changed', 'deleted')),
  started_at timestamptz(3) not null,
  confirmed_at timestamptz(3) not null,
  acknowledged_at timestamptz(3),
  resolved_at timestamptz(3),
  impact jsonb,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (user_id, id),
  foreign key (user_id, monitor_id) references monitors (user_id, id) on delete cascade,
  check (started_at <= confirmed_at and (resolved_at is null or resolved_at >= started_at)),
  check ((resolved_at is null) = (resolution is null)),
  -- Incidents of one monitor never overlap. A range of one number stands in for "=", which GiST has only by extension.
  constraint incidents_do_not_overlap exclude using gist (
    int8range(monitor_id, monitor_id, '[]') with &&, tstzrange(started_at, resolved_at) with &&)
);
create unique index incidents_one_open on incidents (monitor_id) where resolved_at is null;
create index incidents_of_monitor on incidents (user_id, monitor_id, started_at desc, id desc);
create index incidents_listed on incidents (user_id, started_at desc, id desc);
create trigger incidents_touch before update on incidents for each row execute function touch_updated_at();

-- Time in which nobody watched: paused, or we could not check ourselves. Neither up nor down.
create table monitor_unobserved (
  user_id bigint not null,
  monitor_id bigint not null,
  from_at timestamptz(3) not null,
  to_at timestamptz(3) not null,
  reason text not null check (reason in ('paused', 'unknown')),
  foreign key (user_id, monitor_id) references monitors (user_id, id) on delete cascade,
  check (from_at < to_at)
);
create index monitor_unobserved_of_monitor on monitor_unobserved (user_id, monitor_id, to_at);

create table providers (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  provider_type text not null,
  name text,
  -- What may be shown, masks of the secret fields among it; the secrets themselves are sealed beside.
  settings jsonb not null,
  secrets bytea,
  -- Null: whoever is behind the address has not agreed yet, and where strangers may sign up no alert goes there.
  confirmed_at timestamptz(3),
  last_delivery jsonb,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (user_id, id)
);
create trigger providers_touch before update on providers for each row
  when ((old.name, old.settings, old.secrets) is distinct from (new.name, new.settings, new.secrets))
  execute function touch_updated_at();

create table assignments (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  monitor_id bigint not null,
  provider_id bigint not null,
  enabled boolean not null default true,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (user_id, id),
  unique (user_id, monitor_id, provider_id),
  foreign key (user_id, monitor_id) references monitors (user_id, id) on delete cascade,
  foreign key (user_id, provider_id) references providers (user_id, id) on delete cascade
);
create index assignments_of_provider on assignments (user_id, provider_id);
create trigger assignments_touch before update on assignments for each row
  when (old.* is distinct from new.*) execute function touch_updated_at();

do $$
declare t text;
begin
  foreach t in array array['monitors','monitor_state','incidents','monitor_unobserved','providers','assignments'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy owner on %I to sitewatch_user using (user_id = (select current_user_id()))', t);
    execute format('grant select, insert, update, delete on %I to sitewatch_user', t);
  end loop;
end $$;

-- Secrets are sealed to the id of their row, so the id is drawn before the row is written.
grant usage on sequence monitors_id_seq, providers_id_seq to sitewatch_user;
