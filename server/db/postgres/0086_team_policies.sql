-- Who may see and change what, by team and role. A transaction of a member runs as sitewatch_user: it sees the rows of its team, and changes
-- them only if its role may write. A transaction of a guest runs as sitewatch_guest: it sees the chosen websites and what belongs to them.

-- Rows of a team.
do $$
declare t text;
begin
  foreach t in array array['websites', 'website_purges', 'monitors', 'monitor_state', 'incidents', 'monitor_unobserved', 'providers',
      'assignments', 'event_drops', 'deliveries', 'notification_preferences', 'maintenance_windows', 'maintenance_monitors', 'goals',
      'status_pages', 'status_page_monitors', 'status_page_websites', 'status_subscribers', 'status_mails', 'remote_alerts', 'sms_sends'] loop
    execute format('create policy team on %I to sitewatch_user using (team_id = (select current_team_id()))', t);
    execute format('create policy writers_insert on %I as restrictive for insert to sitewatch_user with check ((select require_writer()))', t);
    execute format('create policy writers_update on %I as restrictive for update to sitewatch_user using ((select require_writer()))', t);
    execute format('create policy writers_delete on %I as restrictive for delete to sitewatch_user using ((select require_writer()))', t);
  end loop;
end $$;

-- Rows of one person in a team, whatever the role.
drop policy owner on idempotency;
drop policy owner on api_keys;
do $$
declare t text;
begin
  foreach t in array array['idempotency', 'website_preferences', 'report_schedules'] loop
    execute format('create policy person on %I to sitewatch_user, sitewatch_guest
      using (team_id = (select current_team_id()) and user_id = (select current_user_id()))', t);
  end loop;
end $$;
-- Administrators of the team see and revoke every key, and create only their own.
create policy person on api_keys to sitewatch_user, sitewatch_guest
  using (team_id = (select current_team_id()) and (user_id = (select current_user_id()) or (select can_administer())))
  with check (team_id = (select current_team_id()) and user_id = (select current_user_id()));
-- A guest sees no address of another member.
create policy team on report_sends for select to sitewatch_user using (team_id = (select current_team_id()));
create policy person on report_sends for select to sitewatch_guest
  using (team_id = (select current_team_id()) and user_id = (select current_user_id()));

do $$
declare t text;
begin
  foreach t in array array['teams', 'memberships', 'website_preferences', 'guest_websites', 'team_invitations'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
  end loop;
  foreach t in array array['users', 'sessions', 'recovery_codes', 'sign_in_networks', 'second_factor_failures'] loop
    execute format('alter policy owner on %I to sitewatch_user, sitewatch_guest', t);
  end loop;
end $$;

-- The team itself: everybody sees the teams that they are a member of.
create policy team on teams for select to sitewatch_user, sitewatch_guest
  using (id = (select current_team_id()) or id in (select m.team_id from memberships m where m.user_id = (select current_user_id())));
create policy administrators_update on teams for update to sitewatch_user
  using (id = (select current_team_id()) and (select can_administer()));
create policy team on memberships for select to sitewatch_user
  using (team_id = (select current_team_id()) or user_id = (select current_user_id()));
create policy person on memberships for select to sitewatch_guest using (user_id = (select current_user_id()));
-- Only an owner makes and removes owners. Everybody may leave.
create policy administrators_update on memberships for update to sitewatch_user
  using (team_id = (select current_team_id()) and (select can_administer()) and (role <> 'owner' or (select is_owner())));
create policy administrators_delete on memberships for delete to sitewatch_user
  using (team_id = (select current_team_id())
    and (user_id = (select current_user_id()) or (select can_administer()) and (role <> 'owner' or (select is_owner()))));
create policy person_delete on memberships for delete to sitewatch_guest
  using (team_id = (select current_team_id()) and user_id = (select current_user_id()));
create policy team on guest_websites for select to sitewatch_user using (team_id = (select current_team_id()));
create policy administrators_insert on guest_websites for insert to sitewatch_user
  with check (team_id = (select current_team_id()) and (select can_administer()));
create policy administrators_delete on guest_websites for delete to sitewatch_user
  using (team_id = (select current_team_id()) and (select can_administer()));
create policy person on guest_websites for select to sitewatch_guest
  using (team_id = (select current_team_id()) and user_id = (select current_user_id()));
create policy administrators on team_invitations to sitewatch_user
  using (team_id = (select current_team_id()) and (select can_administer()));

-- What a guest sees. Tables without a policy here look empty to a guest.
create function guest_website_ids() returns bigint[]
  language sql stable parallel safe
  as $$ select array(select website_id from guest_websites where team_id = current_team_id() and user_id = current_user_id()) $$;
do $$
declare t text;
begin
  create policy guest on websites for select to sitewatch_guest
    using (team_id = (select current_team_id()) and id = any ((select guest_website_ids())::bigint[]));
  foreach t in array array['monitors', 'event_drops', 'goals'] loop
    execute format('create policy guest on %I for select to sitewatch_guest
      using (team_id = (select current_team_id()) and website_id = any ((select guest_website_ids())::bigint[]))', t);
  end loop;
  foreach t in array array['monitor_state', 'incidents', 'monitor_unobserved'] loop
    execute format('create policy guest on %I for select to sitewatch_guest using (team_id = (select current_team_id())
      and exists (select from monitors m where m.team_id = %I.team_id and m.id = monitor_id))', t, t);
  end loop;
end $$;

grant select (id, personal_of, name, max_websites, max_monitors, max_providers, max_keys, data_key, is_suspended, created_at, updated_at)
  on teams to sitewatch_user;
grant update (name) on teams to sitewatch_user;
grant select, delete, update (role) on memberships to sitewatch_user;
grant select, insert, delete on guest_websites to sitewatch_user;
grant select, insert, delete on team_invitations to sitewatch_user;
grant select, insert, update (favorite, email) on website_preferences to sitewatch_user;
-- A guest may read the columns that a member may read; the policies say which rows.
do $$
declare c record;
begin
  for c in select r.relname, a.attname from pg_class r join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
      where r.relnamespace = 'sitewatch'::regnamespace and r.relkind = 'r'
        and has_column_privilege('sitewatch_user', r.oid, a.attnum, 'select') and r.relname not in ('migrations', 'function_texts')
        and (r.relname, a.attname) <> ('teams', 'data_key') loop
    execute format('grant select (%I) on %I to sitewatch_guest', c.attname, c.relname);
  end loop;
end $$;
grant insert, delete on api_keys to sitewatch_guest;
grant insert, update, delete on idempotency to sitewatch_guest;
grant insert, update (favorite, email) on website_preferences to sitewatch_guest;
grant delete on sessions, memberships to sitewatch_guest;
grant update (language) on users to sitewatch_guest;

-- Answers who calls, before there is a team; accepts invitations; closes teams.
do $$
declare t text;
begin
  foreach t in array array['teams', 'memberships', 'guest_websites', 'team_invitations'] loop
    execute format('create policy auth on %I to sitewatch_auth using (true)', t);
    execute format('grant select, insert, update, delete on %I to sitewatch_auth', t);
  end loop;
end $$;
grant usage on sequence users_id_seq to sitewatch_auth;
grant select (id, team_id) on websites to sitewatch_auth;
-- The administrator of the install sets the quotas of an account's personal team.
create policy admin on teams to sitewatch_admin using (personal_of is not null);
grant select (id, max_websites, max_monitors, max_providers, max_keys, deletion_rows_total, deletion_rows_removed),
  update (max_websites, max_monitors, max_providers, max_keys) on teams to sitewatch_admin;
-- Collects for teams that are not suspended.
create policy collector on teams for select to sitewatch_collector using (true);
grant select (id, is_suspended) on teams to sitewatch_collector;
-- Works for every team.
create policy worker on teams to sitewatch_worker using (true);
create policy worker_deletes_closed on teams as restrictive for delete to sitewatch_worker using (deleted_at is not null);
grant select (id, personal_of, name, data_key, is_suspended, deleted_at, deletion_rows_total, deletion_rows_removed),
  update (deletion_rows_total, deletion_rows_removed), delete on teams to sitewatch_worker;
create policy worker on memberships for select to sitewatch_worker using (true);
grant select on memberships to sitewatch_worker;
create policy worker on website_preferences to sitewatch_worker using (true);
grant select, update (email) on website_preferences to sitewatch_worker;
create policy worker on team_invitations for select to sitewatch_worker using (true);
grant select on team_invitations to sitewatch_worker;
