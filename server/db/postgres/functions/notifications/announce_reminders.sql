-- Reminders of open incidents that nobody has acknowledged, for teams that enabled them. Suspended teams get none. Messages of an escalation
-- do not count: it only adds to the alerts of assigned providers. In a maintenance window there are none. The incidents are locked: none is
-- resolved between the look at it and its reminder.
create or replace function announce_reminders() returns void
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$ declare due record; begin
    for due in
      select i.id from incidents i join notification_preferences p on p.team_id = i.team_id
        join teams t on t.id = i.team_id and not t.is_suspended
      where i.resolved_at is null and i.acknowledged_at is null and p.reminder_minutes is not null
        and exists (select 1 from deliveries d where d.team_id = i.team_id and d.incident_id = i.id and d.kind <> 'escalation')
        and not exists (select 1 from deliveries d where d.team_id = i.team_id and d.incident_id = i.id
          and d.kind <> 'escalation' and d.created_at > now() - p.reminder_minutes * interval '1 minute')
        and (i.monitor_id is null or maintained_until(i.team_id, i.monitor_id, checks_clock()) is null)
      for update of i skip locked
    loop
      perform announce_incident(due.id, 'reminder');
    end loop;
  end $$;
alter function announce_reminders owner to sitewatch_worker;
revoke all on function announce_reminders from public;
