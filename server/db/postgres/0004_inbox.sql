-- Batches on their way into ClickHouse. A batch is committed here before anybody is answered; a loader freezes a set of
-- them under a load id, inserts the set with that id as deduplication token and deletes it. Killed anywhere, the same set
-- is inserted again and dropped by the engine.

create table inbox (
  kind text not null check (kind in ('checks', 'events')),
  id bigint generated always as identity,
  row_count integer not null check (row_count > 0),
  -- Of the rows before compression.
  raw_bytes integer not null,
  -- NDJSON, compressed by whoever appends.
  body bytea not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (kind, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_insert_scale_factor = 0.2);
alter table inbox alter column body set storage external;

-- A frozen set. The ids stand here and not in a column of inbox, so that freezing writes no batch anew. The load id is
-- random: a number would come again after a restore, and the engine would drop what it stands for.
create table inbox_loads (
  load_id uuid primary key default gen_random_uuid(),
  kind text not null,
  inbox_ids bigint[] not null,
  attempts integer not null default 0,
  retry_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default clock_timestamp()
);

grant insert on inbox to sitewatch_collector, sitewatch_worker;
grant select, delete on inbox to sitewatch_worker;
grant select, insert, update, delete on inbox_loads to sitewatch_worker;

-- For those who may only append: how much waits. Bounded, since it is asked every second.
create function measure_inbox(p_kind text)
  returns table (batches bigint, rows bigint, bytes bigint, oldest_seconds double precision)
  language sql stable security definer set search_path = sitewatch, pg_temp
  as $$
    select count(*), coalesce(sum(row_count), 0)::bigint, coalesce(sum(octet_length(body)), 0)::bigint,
      coalesce(extract(epoch from clock_timestamp() - min(created_at)), 0)::double precision
    from (select row_count, body, created_at from inbox where kind = p_kind order by id limit 100000) as waiting
  $$;
alter function measure_inbox owner to sitewatch_worker;
revoke all on function measure_inbox from public;
grant execute on function measure_inbox to sitewatch_collector, sitewatch_worker;
