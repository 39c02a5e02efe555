-- How the last backups went: one row, for the schedule, the metrics and the notice when they fail.

create table backup_status (
  is_only boolean primary key default true check (is_only),
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
