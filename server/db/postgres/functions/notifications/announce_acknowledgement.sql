-- Notifies the other providers that were alerted, by assignment or by an escalation, that somebody has acknowledged the incident. Not the provider
-- whose link was used, not the address of the person, and not by p_silent_types: an SMS costs money, and this needs no answer. Where the
-- alert is still pending, this follows it, unless quiet hours hold it: then it will be skipped. Processes of the release before send no types.
create or replace function announce_acknowledgement(p_incident_id bigint, p_provider_id bigint, p_person text,
  p_silent_types text[] default '{sms}') returns void
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$ begin
    perform require_writer();
    with alerted as (
      select i.team_id, i.id as incident_id, i.monitor_id, i.website_id, d.provider_id,
        bool_or(d.kind = 'escalation') as was_escalated
      from incidents i join deliveries d on d.team_id = i.team_id and d.incident_id = i.id
        and (d.status = 'sent' or d.status = 'pending' and d.held_until is null)
      where i.team_id = current_team_id() and i.id = p_incident_id and i.acknowledged_at is not null
      group by i.team_id, i.id, i.monitor_id, i.website_id, d.provider_id),
    made as (
      insert into deliveries (team_id, incident_id, monitor_id, provider_id, kind, sequence)
      select w.team_id, w.incident_id, w.monitor_id, w.provider_id, 'acknowledged', 0
      from alerted w join providers p on p.team_id = w.team_id and p.id = w.provider_id
        left join assignments a on a.team_id = w.team_id and a.monitor_id = w.monitor_id and a.provider_id = w.provider_id
      where coalesce(a.enabled, w.was_escalated or w.provider_id in (select website_providers(w.team_id, w.website_id))) and p.provider_type <> all (p_silent_types) and p.id is distinct from p_provider_id
        and not (p.provider_type = 'email' and coalesce(lower(p.settings ->> 'recipient_email') = lower(p_person), false))
      on conflict (team_id, incident_id, provider_id, kind, sequence) do nothing
      returning provider_id)
    select count(add_deliver_job(provider_id)) into strict p_incident_id from made;
  end $$;
alter function announce_acknowledgement owner to sitewatch_worker;
revoke all on function announce_acknowledgement from public;
grant execute on function announce_acknowledgement to sitewatch_user;
