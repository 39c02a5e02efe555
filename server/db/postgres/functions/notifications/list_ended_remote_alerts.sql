-- Remote alerts that should be closed: their incident is over, or its provider is assigned no longer. An escalation opens them without an assignment; a disabled or removed assignment closes these, too. For a
-- suspended team, nothing is sent, not even this. Runs with the rights of the caller, so that the planner can inline it and use the index
-- on the provider.
create or replace function list_ended_remote_alerts() returns setof remote_alerts
  language sql stable
  as $$
    select r.* from remote_alerts r join teams t on t.id = r.team_id and not t.is_suspended
    where r.settings is not null or (not exists (
      select from assignments a
      where a.team_id = r.team_id and a.provider_id = r.provider_id and a.enabled and case r.subject
        when 'incident' then exists (select from incidents i where i.team_id = r.team_id and i.id = r.subject_id
          and i.monitor_id = a.monitor_id and i.resolved_at is null)
        when 'flapping' then a.monitor_id = r.subject_id and exists (select from monitor_state s
          where s.team_id = r.team_id and s.monitor_id = r.subject_id and s.location = '' and s.flapping)
        else false end)
      and not (r.subject = 'incident' and exists (select from incidents i
        where i.team_id = r.team_id and i.id = r.subject_id and i.resolved_at is null and i.website_id is not null
          and r.provider_id in (select website_providers(i.team_id, i.website_id))))
      and not (r.subject = 'incident' and exists (select from incidents i
        where i.team_id = r.team_id and i.id = r.subject_id and i.resolved_at is null
          and exists (select from deliveries d where d.team_id = i.team_id and d.incident_id = i.id and d.provider_id = r.provider_id
            and d.kind = 'escalation')
          and not exists (select from assignments a where a.team_id = i.team_id and a.monitor_id = i.monitor_id
            and a.provider_id = r.provider_id and not a.enabled)
          and not exists (select from removed_assignments x where x.team_id = i.team_id and x.monitor_id = i.monitor_id
            and x.provider_id = r.provider_id))))
  $$;
revoke all on function list_ended_remote_alerts from public;
grant execute on function list_ended_remote_alerts to sitewatch_worker;
