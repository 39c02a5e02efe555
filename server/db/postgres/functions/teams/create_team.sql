-- The current user becomes its owner. None is created for a limited key. It starts with the quotas of the user's personal team.
create or replace function create_team(p_name text, p_data_key bytea) returns bigint
  language sql security definer set search_path = sitewatch, pg_temp
  as $$
    with made as (
      insert into teams (name, data_key, max_websites, max_monitors, max_providers, max_keys)
      select p_name, p_data_key, t.max_websites, t.max_monitors, t.max_providers, t.max_keys
      from teams t where t.id = current_user_id() and t.personal_of is not null and not is_limited()
      returning id)
    insert into memberships (team_id, user_id, role) select id, current_user_id(), 'owner' from made returning team_id
  $$;
alter function create_team owner to sitewatch_auth;
revoke all on function create_team from public;
grant execute on function create_team to sitewatch_user, sitewatch_guest;
