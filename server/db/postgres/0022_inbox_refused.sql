-- Batches that could not be read, or that ClickHouse refused again and again, are set aside here so that those behind them are
-- loaded. An operator retries or discards them ("sitewatch inbox").

alter table inbox_loads
  -- Tries that failed because of the rows themselves, not because ClickHouse was away or busy.
  add column refusals integer not null default 0,
  add column last_error text;

create table inbox_refused (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('checks', 'events', 'filtered_events')),
  row_count integer not null,
  raw_bytes integer not null,
  body bytea not null,
  created_at timestamptz not null,
  error text not null,
  refused_at timestamptz(3) not null default clock_timestamp()
);
alter table inbox_refused alter column body set storage external;

grant select, insert, delete on inbox_refused to sitewatch_worker;
