-- The baseline: the schema of 0.3.0, one file a domain. It never changes once a release has it; numbered migrations beside this folder do.
-- They are read in the order core, identity, analytics, monitoring, alerting, insights, so that a table follows those that it refers to.
-- The functions that policies and triggers call are in ../functions, and exist before the tables.
--
-- Tenancy is at the data level. Every table of a team or a person has row-level security, forced, and policies that raise when nobody is set. Foreign
-- keys and unique indexes lead with the team or the person: a plain foreign key would let one team attach another's row.
--
-- sitewatch_worker does the background work. What it may cross teams for, each table grants by its own policy. A guest may read the columns
-- that a member may read, each by its name; the policies say which rows.

-- Row-level security binds the owner of the tables, too.
create function pg_temp.force_row_security(p_table regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', p_table);
  execute format('alter table %s force row level security', p_table);
end $$;

-- Rows of a team: its members see them, and those whose role may write change them. A transaction of a member runs as sitewatch_user,
-- that of a guest as sitewatch_guest, who sees the chosen websites and what belongs to them: a table without a policy for guests looks empty
-- to them.
create function pg_temp.share_in_team(p_table regclass) returns void language plpgsql as $$
begin
  perform pg_temp.force_row_security(p_table);
  execute format('create policy team on %s to sitewatch_user using (team_id = (select current_team_id()))', p_table);
  execute format('create policy writers_insert on %s as restrictive for insert to sitewatch_user with check ((select require_writer()))', p_table);
  execute format('create policy writers_update on %s as restrictive for update to sitewatch_user using ((select require_writer()))', p_table);
  execute format('create policy writers_delete on %s as restrictive for delete to sitewatch_user using ((select require_writer()))', p_table);
end $$;

-- One row for each pool of job workers: what a silent one had locked is freed by the others.
create table worker_liveness (
  pool_id text primary key,
  worker_ids text[] not null,
  seen_at timestamptz not null default clock_timestamp()
);
-- A history store is replaced only while no worker runs.
grant select (seen_at) on worker_liveness to sitewatch_admin;
grant select, insert, update, delete on worker_liveness to sitewatch_jobs;

-- Batches on their way into ClickHouse. A batch is committed here before anybody is answered; a loader freezes a set of
-- them under a load id, inserts the set with that id as deduplication token and deletes it. Killed anywhere, the same set
-- is inserted again and dropped by the engine.
create table inbox (
  id bigint generated always as identity,
  -- filtered_events: what a setting keeps out of the statistics is loaded apart.
  kind text not null check (kind in ('checks', 'events', 'filtered_events')),
  row_count integer not null check (row_count > 0),
  -- Of the rows before compression.
  raw_bytes integer not null,
  -- NDJSON, compressed by whoever appends.
  body bytea not null,
  -- Small batches that wait for long are merged into one, which keeps the id of the first. The last id of those merged, so that whoever
  -- waits for one of them (an import) still finds it. Null: one batch.
  last_id bigint,
  created_at timestamptz not null default clock_timestamp(),
  primary key (kind, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_insert_scale_factor = 0.2);
alter table inbox alter column body set storage external;
grant insert on inbox to sitewatch_collector;
grant select, insert, delete on inbox to sitewatch_worker;

-- A frozen set. The ids stand here and not in a column of inbox, so that freezing writes no batch anew. The load id is
-- random: a number would come again after a restore, and the engine would drop what it stands for.
create table inbox_loads (
  load_id uuid default gen_random_uuid() primary key,
  kind text not null,
  inbox_ids bigint[] not null,
  attempts integer not null default 0,
  retry_at timestamptz not null default clock_timestamp(),
  -- Tries that failed because of the rows themselves, not because ClickHouse was away or busy.
  refusals integer not null default 0,
  last_error text,
  -- How often a load was begun, counted before each try: the first try of a load needs no look at what is already there, every
  -- other one does.
  tries integer not null default 0,
  created_at timestamptz not null default clock_timestamp()
);
grant select, insert, update, delete on inbox_loads to sitewatch_worker;

-- Batches that could not be read, or that ClickHouse refused again and again, are set aside here so that those behind them are
-- loaded. An operator retries or discards them ("sitewatch inbox").
create table inbox_refused (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('checks', 'events', 'filtered_events')),
  row_count integer not null,
  raw_bytes integer not null,
  body bytea not null,
  error text not null,
  refused_at timestamptz(3) not null default clock_timestamp(),
  created_at timestamptz not null
);
alter table inbox_refused alter column body set storage external;
grant select, insert, delete on inbox_refused to sitewatch_worker;

-- Which history store (ClickHouse) belongs to this database. Every process that reads or loads history compares it with the
-- identity kept in the store itself, so that accepted events cannot be split between two stores.
create table history_store (
  is_only boolean default true primary key check (is_only),
  store_id uuid not null,
  adopted_at timestamptz(3) not null default now()
);
grant select, insert, update on history_store to sitewatch_admin;
grant select, insert on history_store to sitewatch_worker;

-- What the administrators were told, once, until it is over.
create table operator_notices (
  name text primary key,
  told_at timestamptz(3) not null default now()
);
grant select, insert, delete on operator_notices to sitewatch_worker;

-- How the last backups went: one row, for the schedule, the metrics and the notice when they fail.
create table backup_status (
  is_only boolean default true primary key check (is_only),
  attempted_at timestamptz(3),
  succeeded_at timestamptz(3),
  failed_at timestamptz(3),
  -- Of the last one that succeeded.
  duration_ms integer not null default 0,
  bytes bigint not null default 0,
  failures integer not null default 0,
  error text not null default ''
);
insert into backup_status default values;
grant select, update on backup_status to sitewatch_worker;

-- The key that signs Web Push messages (VAPID): one for the installation, made when it is first needed. A browser's subscription is bound
-- to it, so it never changes. The private key is encrypted with the data key, which is wrapped as those of teams are.
create table push_keys (
  id smallint default 1 primary key check (id = 1),
  data_key bytea not null,
  private_key bytea not null,
  created_at timestamptz(3) not null default now()
);
grant select, insert, update (data_key) on push_keys to sitewatch_auth;
