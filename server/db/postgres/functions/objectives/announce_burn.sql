-- Records that the error budget of an objective burns, and creates the notice with its deliveries: to the providers of its monitor, or of all
-- monitors of its website.
create or replace function announce_burn(p_team_id bigint, p_objective_id bigint, p_burn text, p_burn_rate double precision,
    p_lookback_seconds integer, p_budget_left_percent double precision, p_happened_at timestamptz) returns void
  language plpgsql set search_path = sitewatch, pg_temp
  as $$
  begin
    with alerted as (
      insert into objective_alerts (team_id, objective_id, burn, burn_rate, lookback_seconds, budget_left_percent, happened_at)
      values (p_team_id, p_objective_id, p_burn, p_burn_rate, p_lookback_seconds, p_budget_left_percent, p_happened_at)
      returning id),
    concerned as (
      select m.id as monitor_id
      from objectives o join monitors m on m.team_id = o.team_id and m.deleted_at is null and (m.id = o.monitor_id or m.website_id = o.website_id)
      where o.team_id = p_team_id and o.id = p_objective_id),
    noticed as (
      insert into notices (team_id, monitor_id, kind, objective_alert_id)
      select p_team_id, min(c.monitor_id), 'burn_' || p_burn, a.id from alerted a cross join concerned c group by a.id
      returning id, monitor_id, kind),
    made as (
      insert into deliveries (team_id, notice_id, monitor_id, provider_id, kind)
      select distinct p_team_id, n.id, n.monitor_id, a.provider_id, n.kind
      from noticed n cross join concerned c
        join assignments a on a.team_id = p_team_id and a.monitor_id = c.monitor_id and a.enabled
      returning provider_id)
    select count(add_deliver_job(provider_id)) into strict p_objective_id from made;
  end $$;
revoke all on function announce_burn from public;
grant execute on function announce_burn to sitewatch_worker;
