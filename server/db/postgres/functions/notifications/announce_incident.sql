-- Creates deliveries for the assigned providers. "resolved" goes to every provider that got any message about the incident: one that was
-- assigned later may know of it from a reminder, or from the message that flapping ended while it was down.
create or replace function announce_incident(p_incident_id bigint, p_kind text) returns void
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$ begin
    with made as (
      insert into deliveries (team_id, incident_id, monitor_id, provider_id, kind, sequence)
      select i.team_id, i.id, i.monitor_id, a.provider_id, p_kind,
        case when p_kind in ('opened', 'resolved') then 0 else (select count(*) from deliveries d
          where d.team_id = i.team_id and d.incident_id = i.id and d.provider_id = a.provider_id and d.kind = p_kind) end
      from incidents i join assignments a on a.team_id = i.team_id and a.monitor_id = i.monitor_id and a.enabled
      where i.id = p_incident_id and (p_kind <> 'resolved' or exists (select 1 from deliveries d
        where d.team_id = i.team_id and d.incident_id = i.id and d.provider_id = a.provider_id))
      on conflict (team_id, incident_id, provider_id, kind, sequence) do nothing
      returning provider_id)
    select count(add_deliver_job(provider_id)) into strict p_incident_id from made;
  end $$;
alter function announce_incident owner to sitewatch_worker;
revoke all on function announce_incident from public;
grant execute on function announce_incident to sitewatch_prober;
