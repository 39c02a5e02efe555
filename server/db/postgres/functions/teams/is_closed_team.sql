-- The worker may delete the data of a closed team, and the team itself.
create or replace function is_closed_team(p_team_id bigint) returns boolean
  language sql stable security definer set search_path = sitewatch, pg_temp
  as $$ select exists (select 1 from teams where id = p_team_id and deleted_at is not null) $$;
alter function is_closed_team owner to sitewatch_auth;
revoke all on function is_closed_team from public;
grant execute on function is_closed_team to sitewatch_worker;
