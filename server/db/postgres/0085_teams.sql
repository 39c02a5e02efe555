-- A team owns websites, monitors and everything that belongs to them; people share them as its members. Every account has a personal team with
-- the same id, so no row, key or link changes; other teams draw their ids from the same sequence. What a person owns (sessions, recovery codes)
-- keeps user_id.
--
-- Processes of the release before cannot work with this schema: stop them first. Their statements fail because of the missing column; none
-- writes anything wrong.

-- Set by enter() at the start of a tenant's transaction. All raise when nothing is set.
create function current_team_id() returns bigint
  language sql stable parallel safe
  as $$ select current_setting('sitewatch.team_id')::bigint $$;
create function is_owner() returns boolean
  language sql stable parallel safe
  as $$ select current_setting('sitewatch.role') in ('owner', 'system') $$;
create function can_administer() returns boolean
  language sql stable parallel safe
  as $$ select current_setting('sitewatch.role') in ('owner', 'admin', 'system') $$;
create function require_writer() returns boolean
  language plpgsql stable parallel safe
  as $$ begin
    if current_setting('sitewatch.role') in ('owner', 'admin', 'editor', 'system') then return true; end if;
    raise exception using errcode = '42501', message = 'the role ' || current_setting('sitewatch.role') || ' may not write';
  end $$;

create table teams (
  id bigint primary key default nextval('users_id_seq'),
  -- The account whose personal team this is. It goes with the account.
  personal_of bigint unique references users on delete cascade check (personal_of = id),
  name text not null check (length(name) between 1 and 100),
  -- The team's data key, wrapped under the operator's key: it encrypts the secrets of providers and monitors.
  data_key bytea not null,
  max_websites integer,
  max_monitors integer,
  max_providers integer,
  max_keys integer,
  -- Set while all owners are suspended, and for good once the team is closed.
  is_suspended boolean not null default false,
  deleted_at timestamptz(3),
  deletion_rows_total bigint,
  deletion_rows_removed bigint not null default 0,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint teams_deleted_stays_suspended check (deleted_at is null or is_suspended)
);
insert into teams (id, personal_of, name, data_key, max_websites, max_monitors, max_providers, max_keys, is_suspended, deleted_at,
    deletion_rows_total, deletion_rows_removed, created_at, updated_at)
  select id, id, left(split_part(email, '@', 1), 100), data_key, max_websites, max_monitors, max_providers, max_keys, is_suspended, deleted_at,
    deletion_rows_total, deletion_rows_removed, created_at, created_at
  from users;
create trigger teams_touch before update of name on teams for each row
  when (old.name is distinct from new.name) execute function touch_updated_at();

create table memberships (
  team_id bigint not null references teams on delete cascade,
  user_id bigint not null references users on delete cascade,
  role text not null check (role in ('owner', 'admin', 'editor', 'viewer', 'guest')),
  -- Whether the user or the team is: kept here by triggers, so that enter() reads no other table for a key.
  is_suspended boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (team_id, user_id)
);
create index memberships_user on memberships (user_id);
insert into memberships (team_id, user_id, role, is_suspended, created_at, updated_at)
  select id, id, 'owner', is_suspended, created_at, created_at from users;
create trigger memberships_touch before update of role on memberships for each row execute function touch_updated_at();

-- What a team owns is named by team_id: tables, and the names of their constraints and indexes.
do $$
declare t text; c record;
begin
  foreach t in array array['websites', 'website_purges', 'monitors', 'monitor_state', 'incidents', 'monitor_unobserved', 'providers',
      'assignments', 'event_drops', 'deliveries', 'notification_preferences', 'maintenance_windows', 'maintenance_monitors', 'goals',
      'status_pages', 'status_page_monitors', 'status_page_websites', 'status_subscribers', 'status_mails', 'remote_alerts', 'sms_sends',
      'report_schedules', 'report_sends'] loop
    for c in select conname from pg_constraint where conrelid = t::regclass and contype = 'f' and confrelid = 'users'::regclass loop
      execute format('alter table %I drop constraint %I', t, c.conname);
      execute format('alter table %I add constraint %I foreign key (user_id) references teams on delete cascade', t, t || '_team_id_fkey');
    end loop;
    execute format('alter table %I rename column user_id to team_id', t);
    for c in select conname from pg_constraint where conrelid = t::regclass and conname like '%user_id%' loop
      execute format('alter table %I rename constraint %I to %I', t, c.conname, replace(c.conname, 'user_id', 'team_id'));
    end loop;
    -- Policies follow the column, but not the function that they compare it with.
    execute format('drop policy owner on %I', t);
  end loop;
end $$;
alter index websites_user rename to websites_team;
alter index website_purges_user rename to website_purges_team;

-- What each person wants of a website: whether it is a favorite, and whether its reports are sent to them. updated_at is part of the version of
-- the website as that person sees it.
create table website_preferences (
  team_id bigint not null,
  user_id bigint not null,
  website_id bigint not null,
  favorite boolean not null default false,
  email smallint not null default 0 check (email in (0, 1)),
  updated_at timestamptz(3) not null default now(),
  primary key (team_id, user_id, website_id),
  foreign key (team_id, user_id) references memberships on delete cascade
);
insert into website_preferences (team_id, user_id, website_id, favorite, email, updated_at)
  select team_id, team_id, id, favorite, email, updated_at from websites where favorite or email = 1;
create index website_preferences_website on website_preferences (team_id, website_id);

-- The keys of websites included the favorite, so they are made anew, with the foreign keys that need them.
alter table monitors drop constraint monitors_team_id_website_id_fkey;
alter table event_drops drop constraint event_drops_team_id_website_id_fkey;
alter table goals drop constraint goals_team_id_website_id_fkey;
alter table report_schedules drop constraint report_schedules_team_id_website_id_fkey;
alter table report_sends drop constraint report_sends_team_id_website_id_fkey;
alter table status_page_websites drop constraint status_page_websites_team_id_website_id_fkey;
drop trigger websites_touch on websites;
drop trigger websites_reports_added on websites;
drop trigger websites_reports_changed on websites;
alter table websites drop constraint websites_team_id_id_domain_favorite_key, drop constraint websites_team_id_domain_id_favorite_key,
  drop column favorite, drop column email;
-- The included columns let a list be counted, searched and paged from the index alone.
alter table websites add constraint websites_team_id_id_key unique (team_id, id) include (domain),
  add constraint websites_team_id_domain_key unique (team_id, domain) include (id);
alter table monitors add constraint monitors_team_id_website_id_fkey
  foreign key (team_id, website_id) references websites (team_id, id) on delete set null (website_id);
alter table event_drops add constraint event_drops_team_id_website_id_fkey
  foreign key (team_id, website_id) references websites (team_id, id) on delete cascade;
alter table goals add constraint goals_team_id_website_id_fkey
  foreign key (team_id, website_id) references websites (team_id, id) on delete cascade;
alter table status_page_websites add constraint status_page_websites_team_id_website_id_fkey
  foreign key (team_id, website_id) references websites (team_id, id) on delete cascade;
alter table website_preferences add constraint website_preferences_team_id_website_id_fkey
  foreign key (team_id, website_id) references websites (team_id, id) on delete cascade;
create trigger websites_touch before update on websites for each row
  when ((old.privacy, old.password_version, old.exclude_bots, old.exclude_params, old.exclude_ips, old.timezone, old.retention_days,
         old.honor_dnt, old.indexable)
    is distinct from
        (new.privacy, new.password_version, new.exclude_bots, new.exclude_params, new.exclude_ips, new.timezone, new.retention_days,
         new.honor_dnt, new.indexable))
  execute function touch_updated_at();
create trigger website_preferences_touch before update on website_preferences for each row
  when ((old.favorite, old.email) is distinct from (new.favorite, new.email)) execute function touch_updated_at();
create trigger website_preferences_live after insert or update on website_preferences for each row
  execute function notify_change('website', 'website_id');

-- A report goes to the person who switched it on.
alter table report_schedules add column user_id bigint;
update report_schedules set user_id = team_id;
alter table report_schedules drop constraint report_schedules_pkey, add primary key (team_id, user_id, website_id, kind),
  add foreign key (team_id, user_id, website_id) references website_preferences on delete cascade;
alter table report_sends add column user_id bigint;
-- None of them counts as changed.
alter table report_sends disable trigger report_sends_touch;
update report_sends set user_id = team_id;
alter table report_sends enable trigger report_sends_touch;
alter table report_sends alter column user_id set not null,
  add foreign key (team_id, user_id) references memberships on delete cascade,
  add foreign key (team_id, website_id) references websites (team_id, id) on delete cascade;
create index report_sends_user on report_sends (team_id, user_id);
drop index report_sends_open_notice;
create unique index report_sends_open_notice on report_sends (team_id, user_id, website_id) where kind = 'notice' and closed_at is null;
create trigger website_reports_added after insert on website_preferences for each row when (new.email = 1)
  execute function schedule_reports();
create trigger website_reports_changed after update on website_preferences for each row when (old.email is distinct from new.email)
  execute function schedule_reports();

-- A key is one user's, in one team: it goes with the membership.
alter table api_keys add column team_id bigint;
update api_keys set team_id = user_id;
alter table api_keys drop constraint api_keys_user_id_minted_by_fkey, drop constraint api_keys_user_id_id_key,
  drop constraint api_keys_user_id_fkey, alter column team_id set not null;
drop index api_keys_minted_by;
alter table api_keys add unique (team_id, id), add foreign key (team_id, user_id) references memberships on delete cascade;
alter table api_keys add foreign key (team_id, minted_by) references api_keys (team_id, id) on delete cascade;
create index api_keys_minted_by on api_keys (team_id, minted_by);
create index api_keys_user on api_keys (team_id, user_id, id);

alter table idempotency add column team_id bigint;
update idempotency set team_id = user_id;
alter table idempotency drop constraint idempotency_user_id_fkey, drop constraint idempotency_pkey,
  add primary key (team_id, user_id, route, key_hash), add foreign key (team_id, user_id) references memberships on delete cascade;

-- The websites that a guest sees.
create table guest_websites (
  team_id bigint not null,
  user_id bigint not null,
  website_id bigint not null,
  primary key (team_id, user_id, website_id),
  foreign key (team_id, user_id) references memberships on delete cascade,
  foreign key (team_id, website_id) references websites (team_id, id) on delete cascade
);
create index guest_websites_website on guest_websites (team_id, website_id);

create table team_invitations (
  id bigint generated always as identity primary key,
  team_id bigint not null references teams on delete cascade,
  email text not null check (email = lower(email) and length(email) between 3 and 254),
  role text not null check (role in ('owner', 'admin', 'editor', 'viewer', 'guest')),
  -- For a guest.
  website_ids bigint[] not null default '{}',
  invited_by text not null,
  -- The language of the inviting person, for the mail. Null: English.
  language text check (language ~ '^[a-z]{2}$'),
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (team_id, id)
);
create unique index team_invitations_open on team_invitations (team_id, email) where accepted_at is null;

-- An account keeps what is about the person; quotas, suspension and deletion are the team's.
drop trigger users_touch on users;
drop trigger users_suspension on users;
drop trigger users_notify_websites on users;
drop policy collector on users;
revoke select (id, is_suspended) on users from sitewatch_collector;
alter table users drop column max_websites, drop column max_monitors, drop column max_providers, drop column max_keys,
  drop column deletion_rows_total, drop column deletion_rows_removed;
create trigger users_touch before update of email, email_verified_at, password_hash, is_suspended, is_administrator,
  totp_confirmed_at, language on users
  for each row execute function touch_updated_at();
create trigger teams_notify_websites after update on teams for each row
  when (old.is_suspended is distinct from new.is_suspended) execute function notify_all_websites();
create trigger teams_suspension after update of is_suspended on teams for each row
  when (old.is_suspended is distinct from new.is_suspended) execute function apply_suspension();
create trigger memberships_revoked after update of role, is_suspended or delete on memberships for each row execute function notify_revoked();

-- Deleting what a closed team has left.
do $$
declare p record; v_using text;
begin
  for p in select c.relname, polname, polpermissive, polcmd, pg_get_expr(polqual, polrelid) as qual
      from pg_policy join pg_class c on c.oid = polrelid
      where c.relnamespace = 'sitewatch'::regnamespace and pg_get_expr(polqual, polrelid) like '%is_closed_account%' loop
    execute format('drop policy %I on %I', p.polname, p.relname);
  end loop;
end $$;
drop function is_closed_account(bigint);
drop function close_account(bigint);
drop function account_tables();
drop function count_account_rows(bigint);
drop function delete_account_step(bigint, integer);
drop function add_account_deletion_job(bigint);
create function is_closed_team(p_team_id bigint) returns boolean
  language sql stable security definer set search_path = sitewatch, pg_temp
  as $$ select exists (select 1 from teams where id = p_team_id and deleted_at is not null) $$;
do $$
declare t text;
begin
  foreach t in array array['deliveries', 'status_mails', 'status_subscribers', 'incidents', 'monitor_unobserved', 'report_sends',
      'event_drops', 'idempotency', 'monitors', 'providers', 'websites', 'api_keys'] loop
    execute format('create policy worker_deletion on %I to sitewatch_worker using (is_closed_team(team_id))', t);
    -- Where the worker cannot delete otherwise, it can delete this and nothing more.
    if t in ('status_mails', 'status_subscribers', 'providers', 'websites', 'api_keys') then
      execute format('create policy worker_deletes_closed on %I as restrictive for delete to sitewatch_worker using (is_closed_team(team_id))', t);
    end if;
    execute format('grant select (team_id, ctid), delete on %I to sitewatch_worker', t);
  end loop;
end $$;
create policy worker_deletes_ended on incidents as restrictive for delete to sitewatch_worker
  using (resolved_at is not null or is_closed_team(team_id));
create policy worker_deletes_removed on monitors as restrictive for delete to sitewatch_worker
  using (deleted_at is not null or is_closed_team(team_id));

-- Jobs that wait name the team.
set local role sitewatch_jobs;
update graphile_worker._private_jobs j set payload = (j.payload::jsonb - 'user_id' || jsonb_build_object('team_id', j.payload -> 'user_id'))::json
  from graphile_worker._private_tasks t
  where t.id = j.task_id and t.identifier in ('purge_website_events', 'delete_account') and j.payload -> 'user_id' is not null;
update graphile_worker._private_jobs j set task_id = n.id
  from graphile_worker._private_tasks t, graphile_worker._private_tasks n
  where t.id = j.task_id and t.identifier = 'delete_account' and n.identifier = 'delete_team';
reset role;
drop function claim_checks(integer, text[], text[], integer[], jsonb);
drop function enter(bigint, bigint, bigint);
