-- Finds the team of a calendar before a team is set.
create or replace function find_on_call_calendar(p_token_hash bytea) returns table (team_id bigint, id bigint)
  language sql stable security definer set search_path = sitewatch, pg_temp
  as $$
    select s.team_id, s.id from on_call_schedules s join teams t on t.id = s.team_id
    where s.calendar_token_hash = p_token_hash and not t.is_suspended
  $$;
alter function find_on_call_calendar owner to sitewatch_worker;
revoke all on function find_on_call_calendar from public;
grant execute on function find_on_call_calendar to sitewatch_auth;
