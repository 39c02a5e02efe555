-- Creates the notice that a monitor became slow, or is no longer, with its deliveries.
create or replace function announce_slow(p_team_id bigint, p_monitor_id bigint, p_is_slow boolean, p_p95_ms real, p_slow_ms integer)
  returns void
  language plpgsql set search_path = sitewatch, pg_temp
  as $$
  begin
    with noticed as (
      insert into notices (team_id, monitor_id, kind, p95_ms, slow_ms)
      values (p_team_id, p_monitor_id, case when p_is_slow then 'slow_started' else 'slow_ended' end, p_p95_ms, p_slow_ms)
      returning id, team_id, monitor_id, kind),
    made as (
      insert into deliveries (team_id, notice_id, monitor_id, provider_id, kind)
      select n.team_id, n.id, n.monitor_id, a.provider_id, n.kind
      from noticed n join assignments a on a.team_id = n.team_id and a.monitor_id = n.monitor_id and a.enabled
      returning provider_id)
    select count(add_deliver_job(provider_id)) into strict p_monitor_id from made;
  end $$;
revoke all on function announce_slow from public;
grant execute on function announce_slow to sitewatch_worker;
