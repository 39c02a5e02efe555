-- Monitors of all teams that are in a maintenance window now; probers read this every few seconds.
create or replace function list_maintained_monitors(p_at timestamptz) returns table (monitor_id bigint)
  language sql stable security definer set search_path = sitewatch, pg_temp
  as $$
    select m.id from maintenance_windows w join monitors m on m.team_id = w.team_id and m.deleted_at is null
    where maintenance_until(w, p_at) is not null
      and (w.all_monitors
        or exists (select 1 from maintenance_monitors x where x.team_id = w.team_id and x.window_id = w.id and x.monitor_id = m.id))
  $$;
alter function list_maintained_monitors owner to sitewatch_worker;
revoke all on function list_maintained_monitors from public;
grant execute on function list_maintained_monitors to sitewatch_prober;
