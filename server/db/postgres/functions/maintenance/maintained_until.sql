-- When the maintenance of a monitor ends that is under way at a given time; null outside of maintenance. Runs with the rights of the caller.
create or replace function maintained_until(p_team_id bigint, p_monitor_id bigint, p_at timestamptz) returns timestamptz
  language sql stable set search_path = sitewatch, pg_temp
  as $$
    select max(maintenance_until(w, p_at)) from maintenance_windows w
    where w.team_id = p_team_id and (w.all_monitors or exists (select from maintenance_monitors x
      where x.team_id = w.team_id and x.window_id = w.id and x.monitor_id = p_monitor_id)) $$;
revoke all on function maintained_until from public;
grant execute on function maintained_until to sitewatch_user, sitewatch_worker;
