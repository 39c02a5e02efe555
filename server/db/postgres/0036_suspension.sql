-- Suspension stops every check and every message of the account at once. Its monitors have no due time meanwhile, as if paused, but
-- keep what is known of them; what is in flight finds its claim and its slot gone. That time is not observed. Afterwards each is checked
-- within a minute, and what waited to be sent gets its job back.
create function apply_suspension() returns trigger
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$
  declare
    v_now bigint := clock_ms();
  begin
    if new.is_suspended then
      update monitor_state s set claimed_by = 0, next_due_at = null,
          last_slot = greatest(coalesce(s.next_due_at, 0), s.last_slot + 1),
          unobserved_since = coalesce(s.unobserved_since, case when s.next_due_at < v_now - 60000 then s.next_due_at end, v_now)
        from monitors m where m.user_id = new.id and s.monitor_id = m.id and s.status <> 'paused';
    else
      update monitor_state s set next_due_at = v_now + s.phase_ms % 60000
        from monitors m
        where m.user_id = new.id and s.monitor_id = m.id and s.status <> 'paused' and s.next_due_at is null
          and (s.location <> '' or not exists (select from monitor_state l
            where l.monitor_id = s.monitor_id and l.location <> ''));
      perform add_deliver_job(w.provider_id) from (
        select distinct d.provider_id from deliveries d where d.user_id = new.id and d.status = 'pending') w;
    end if;
    return null;
  end $$;
alter function apply_suspension owner to sitewatch_worker;
revoke all on function apply_suspension from public;
create trigger users_suspension after update of is_suspended on users for each row
  when (old.is_suspended is distinct from new.is_suspended) execute function apply_suspension();

-- Those that are suspended already.
create function park_suspended() returns void
  language sql security definer set search_path = sitewatch, pg_temp
  as $$
    update monitor_state s set claimed_by = 0, next_due_at = null,
        last_slot = greatest(coalesce(s.next_due_at, 0), s.last_slot + 1),
        unobserved_since = coalesce(s.unobserved_since, clock_ms())
      from monitors m join users u on u.id = m.user_id where m.id = s.monitor_id and u.is_suspended and s.status <> 'paused'
  $$;
alter function park_suspended owner to sitewatch_worker;
select park_suspended();
drop function park_suspended();

-- As before, and what a request that was under way makes of a monitor is not checked either.
create or replace function set_host_key() returns trigger
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$ begin
    new.host_key := coalesce((select host_key_of(m.type, m.url) from monitors m where m.id = new.monitor_id), 0);
    if (select u.is_suspended from users u where u.id = new.user_id) then
      new.next_due_at := null;
    end if;
    return new;
  end $$;

-- As before, without the deliveries of suspended accounts, which wait without a job.
create or replace function requeue_stranded_deliveries() returns table (provider_id bigint)
  language sql security definer set search_path = sitewatch, pg_temp
  as $$
    with stranded as materialized (
      select d.provider_id as id from deliveries d join providers p on p.id = d.provider_id and p.user_id = d.user_id
        join users u on u.id = d.user_id and not u.is_suspended
      where d.status = 'pending' and d.updated_at < now() - interval '1 minute' and p.confirmed_at is not null
      group by d.provider_id having not has_deliver_job(d.provider_id)),
    added as materialized (select id, add_deliver_job(id) from stranded)
    select id from added
  $$;

-- As before, and of suspended accounts nothing.
create or replace function announce_reminders() returns void
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$ declare due record; begin
    for due in
      select i.id from incidents i join notification_preferences p on p.user_id = i.user_id
        join users u on u.id = i.user_id and not u.is_suspended
      where i.resolved_at is null and i.acknowledged_at is null and p.reminder_minutes is not null
        and exists (select 1 from deliveries d where d.user_id = i.user_id and d.incident_id = i.id)
        and not exists (select 1 from deliveries d where d.user_id = i.user_id and d.incident_id = i.id
          and d.created_at > now() - p.reminder_minutes * interval '1 minute')
    loop
      perform announce_incident(due.id, 'reminder');
    end loop;
  end $$;
