-- Which history store (ClickHouse) belongs to this database. Every process that reads or loads history compares it with the
-- identity kept in the store itself, so that accepted events cannot be split between two stores.

create table history_store (
  is_only boolean primary key default true check (is_only),
  store_id uuid not null,
  adopted_at timestamptz(3) not null default now()
);
grant select, insert on history_store to sitewatch_worker;
grant select, insert, update on history_store to sitewatch_admin;
-- A store is replaced only while no worker runs.
grant select (seen_at) on worker_heartbeats to sitewatch_admin;
