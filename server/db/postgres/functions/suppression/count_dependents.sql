-- How many active monitors depend on a monitor, directly or through others.
create or replace function count_dependents(p_team_id bigint, p_monitor_id bigint) returns bigint
  language sql stable set search_path = sitewatch, pg_temp
  as $$
    with recursive below (monitor_id) as (
      select d.monitor_id from monitor_dependencies d where d.team_id = p_team_id and d.parent_id = p_monitor_id
      union
      select d.monitor_id from below b join monitor_dependencies d on d.team_id = p_team_id and d.parent_id = b.monitor_id)
    select count(*) from below b join monitors m on m.team_id = p_team_id and m.id = b.monitor_id
    where m.is_active and m.deleted_at is null $$;
revoke all on function count_dependents from public;
grant execute on function count_dependents to sitewatch_worker;
