-- Who changed what: one row for each operation, written in its transaction. Nobody who serves may change or delete an entry; the worker deletes
-- those past their retention.

create table audit_log (
  id bigint generated always as identity,
  team_id bigint not null references teams on delete cascade,
  action text not null,
  actor_type text not null check (actor_type in ('user', 'api_key', 'operator', 'system', 'anonymous')),
  -- Of the user or of the key. No references: an entry stays when what it is about has gone.
  actor_id bigint,
  actor_name text not null,
  -- The user of the transaction, also when an API key was used; 0 for none.
  user_id bigint not null default 0,
  record_type text not null,
  record_id bigint,
  record_name text not null,
  -- json and not jsonb, which would change the order of the names.
  changes json not null default '[]',
  ip_address text,
  created_at timestamptz(3) not null default now(),
  primary key (team_id, id)
);
create index audit_log_record on audit_log (team_id, record_type, record_id, id);
create index audit_log_created_at on audit_log (created_at);

alter table audit_log enable row level security;
alter table audit_log force row level security;

create policy administrators on audit_log for select to sitewatch_user
  using (team_id = (select current_team_id()) and (select can_administer()));
-- Whatever the role, what a person does is written under that person's name: in the log of the team, or of the personal team if the other one is gone
-- by the end of the transaction.
create policy person_insert on audit_log for insert to sitewatch_user, sitewatch_guest
  with check ((team_id = (select current_team_id()) or team_id = (select current_user_id())) and user_id = (select current_user_id()));
create policy auth_insert on audit_log for insert to sitewatch_auth with check (true);
create policy admin_insert on audit_log for insert to sitewatch_admin with check (team_id = user_id);
create policy worker_insert on audit_log for insert to sitewatch_worker with check (actor_type = 'system');
create policy worker on audit_log for select to sitewatch_worker using (true);
create policy worker_delete on audit_log for delete to sitewatch_worker
  using (created_at < now() - interval '1 day' or is_closed_team(team_id));

-- No update and no delete.
grant select, insert on audit_log to sitewatch_user, sitewatch_guest;
grant insert on audit_log to sitewatch_auth, sitewatch_admin;
grant select (id, team_id, created_at, ctid), insert, delete on audit_log to sitewatch_worker;
