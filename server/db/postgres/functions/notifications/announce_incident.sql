-- Creates deliveries for the assigned providers; of an incident of a website's traffic, for those of the website (website_providers). "resolved" goes to every provider that got any message about the incident: one that was
-- assigned later may know of it from a reminder, or from the message that flapping ended while it was down, and one that is not assigned
-- from an escalation. A provider has at most one pending reminder of an incident: quiet hours would collect a hundred.
create or replace function announce_incident(p_incident_id bigint, p_kind text) returns void
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$ begin
    with recipients as (
      select a.provider_id from incidents i join assignments a on a.team_id = i.team_id and a.monitor_id = i.monitor_id and a.enabled
      where i.id = p_incident_id
      union
      select p.provider_id from incidents i cross join lateral website_providers(i.team_id, i.website_id) as p (provider_id)
      where i.id = p_incident_id and i.website_id is not null
      union
      select e.provider_id from incidents i join deliveries e on e.team_id = i.team_id and e.incident_id = i.id and e.kind = 'escalation'
        and e.status <> 'skipped'
      where i.id = p_incident_id and p_kind = 'resolved' and not exists (select from assignments a
        where a.team_id = i.team_id and a.monitor_id = i.monitor_id and a.provider_id = e.provider_id and not a.enabled)
        and not exists (select from removed_assignments x
          where x.team_id = i.team_id and x.monitor_id = i.monitor_id and x.provider_id = e.provider_id)),
    made as (
      insert into deliveries (team_id, incident_id, monitor_id, provider_id, kind, sequence)
      select i.team_id, i.id, i.monitor_id, a.provider_id, p_kind,
        case when p_kind in ('opened', 'resolved') then 0 else (select count(*) from deliveries d
          where d.team_id = i.team_id and d.incident_id = i.id and d.provider_id = a.provider_id and d.kind = p_kind) end
      from incidents i cross join recipients a
      where i.id = p_incident_id and (p_kind <> 'resolved' or exists (select 1 from deliveries d
        where d.team_id = i.team_id and d.incident_id = i.id and d.provider_id = a.provider_id and d.status <> 'skipped'))
        and (p_kind <> 'reminder' or not exists (select from deliveries d where d.team_id = i.team_id and d.incident_id = i.id
          and d.provider_id = a.provider_id and d.kind = 'reminder' and d.status = 'pending'))
      on conflict (team_id, incident_id, provider_id, kind, sequence) do nothing
      returning provider_id)
    select count(add_deliver_job(provider_id)) into strict p_incident_id from made;
  end $$;
alter function announce_incident owner to sitewatch_worker;
revoke all on function announce_incident from public;
grant execute on function announce_incident to sitewatch_prober;
