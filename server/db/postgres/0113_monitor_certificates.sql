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
alter table monitor_certificates enable row level security;
alter table monitor_certificates force row level security;
create policy team on monitor_certificates to sitewatch_user using (team_id = (select current_team_id()));
create policy writers_insert on monitor_certificates as restrictive for insert to sitewatch_user with check ((select require_writer()));
create policy writers_update on monitor_certificates as restrictive for update to sitewatch_user using ((select require_writer()));
create policy writers_delete on monitor_certificates as restrictive for delete to sitewatch_user using ((select require_writer()));
create policy guest on monitor_certificates for select to sitewatch_guest using (team_id = (select current_team_id())
  and exists (select from monitors m where m.team_id = monitor_certificates.team_id and m.id = monitor_id));
create policy worker on monitor_certificates to sitewatch_worker using (true);
grant select, delete on monitor_certificates to sitewatch_user;
grant select on monitor_certificates to sitewatch_guest;
grant select, insert, update on monitor_certificates to sitewatch_worker;
