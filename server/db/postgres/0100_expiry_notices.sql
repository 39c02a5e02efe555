-- Notices that a certificate is about to expire, and that it was renewed. One row for each monitor, expiry and number of days, so that each is
-- sent once, however often the certificate is checked. A notice is no incident: it has no end and no duration.
create table expiry_notices (
  id bigint generated always as identity primary key,
  team_id bigint not null references teams on delete cascade,
  monitor_id bigint not null,
  kind text not null check (kind in ('expiring', 'renewed')),
  -- How many days before; 0 for a renewal.
  days smallint not null check (days between 0 and 365),
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  unique (team_id, id),
  unique (team_id, monitor_id, kind, expires_at, days),
  foreign key (team_id, monitor_id) references monitors (team_id, id) on delete cascade
);
alter table expiry_notices enable row level security;
alter table expiry_notices force row level security;
create policy worker on expiry_notices to sitewatch_worker using (true);
grant select, insert, delete on expiry_notices to sitewatch_worker;
grant select (is_active, settings) on monitors to sitewatch_worker;

-- A delivery is about an incident or about a notice.
alter table deliveries
  alter column incident_id drop not null,
  add column notice_id bigint,
  add constraint deliveries_notice_fkey foreign key (team_id, notice_id) references expiry_notices (team_id, id) on delete cascade,
  add constraint deliveries_subject_check check ((incident_id is null) <> (notice_id is null)),
  drop constraint deliveries_kind_check,
  add constraint deliveries_kind_check check (kind in ('opened', 'resolved', 'reminder', 'flapping_started', 'flapping_ended', 'expiring',
    'renewed'));
grant select (notice_id) on deliveries to sitewatch_guest;
