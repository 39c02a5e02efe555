-- One team at a time, or two transactions could each add one half of a cycle that neither sees. As the worker, because a limited key does not see
-- the rest of a cycle that leads through other monitors.
create or replace function refuse_dependency_cycle() returns trigger
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$
  begin
    perform pg_advisory_xact_lock(hashtextextended('monitor_dependencies ' || t.team_id, 0))
      from (select distinct team_id from made order by team_id) t;
    if exists (
      with recursive above (team_id, monitor_id, parent_id) as (
        select team_id, monitor_id, parent_id from made
        union
        select a.team_id, a.monitor_id, d.parent_id from above a
          join monitor_dependencies d on d.team_id = a.team_id and d.monitor_id = a.parent_id)
      select from above where monitor_id = parent_id) then
      raise exception 'monitor_dependencies must not contain a cycle' using errcode = '23514';
    end if;
    return null;
  end $$;
alter function refuse_dependency_cycle owner to sitewatch_worker;
revoke all on function refuse_dependency_cycle from public;
