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
alter table monitor_domains enable row level security;
alter table monitor_domains force row level security;
create policy team on monitor_domains for select to sitewatch_user using (team_id = (select current_team_id()));
create policy guest on monitor_domains for select to sitewatch_guest using (team_id = (select current_team_id())
  and exists (select from monitors m where m.team_id = monitor_domains.team_id and m.id = monitor_id));
create policy worker on monitor_domains to sitewatch_worker using (true);
grant select on monitor_domains to sitewatch_user, sitewatch_guest;
grant select, insert, update on monitor_domains to sitewatch_worker;

-- A notice about a domain is sent once for all its monitors in a team; monitor_id is one of them.
alter table notices
  add column domain text,
  -- What it is about: the domain, or else the monitor.
  add column subject text generated always as (coalesce(domain, monitor_id::text)) stored,
  drop constraint notices_kind_check,
  add constraint notices_kind_check check (kind in ('expiring', 'renewed', 'domain_expiring', 'domain_renewed', 'slow_started', 'slow_ended')),
  add constraint notices_domain_check check ((domain is not null) = (kind in ('domain_expiring', 'domain_renewed'))),
  add constraint notices_subject_key unique (team_id, subject, kind, expires_at, days);
alter table deliveries
  drop constraint deliveries_kind_check,
  add constraint deliveries_kind_check check (kind in ('opened', 'resolved', 'reminder', 'flapping_started', 'flapping_ended', 'expiring',
    'renewed', 'domain_expiring', 'domain_renewed', 'slow_started', 'slow_ended'));
