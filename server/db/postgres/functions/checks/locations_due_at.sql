-- A monitor with named locations is not checked itself, so its own row has no due time, and nobody would notice that all its locations are
-- offline. Returns the time until which at least one of them observed or will observe the monitor; from a minute after that, it is not
-- observed. Same as findLocationsDue in the program.
create or replace function locations_due_at(p_team_id bigint, p_monitor_id bigint) returns bigint
  language sql stable set search_path = sitewatch, pg_temp
  as $$
    select max(coalesce(unobserved_since, next_due_at)) from monitor_state
    where team_id = p_team_id and monitor_id = p_monitor_id and location <> ''
  $$;
revoke all on function locations_due_at from public;
grant execute on function locations_due_at to sitewatch_user, sitewatch_guest;
