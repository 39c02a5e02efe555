-- All keys of the current team: a member sees only the own ones, and the limit is for all.
create or replace function count_team_keys() returns bigint
  language sql stable security definer set search_path = sitewatch, pg_temp
  as $$ select count(*) from api_keys where team_id = current_team_id() $$;
alter function count_team_keys owner to sitewatch_auth;
revoke all on function count_team_keys from public;
grant execute on function count_team_keys to sitewatch_user, sitewatch_guest;
