-- Suspension stops all checks and messages of the team immediately. Its monitors have no due time, as if paused, but keep their state; a
-- check in flight finds its claim and its slot gone. The time counts as not observed. Afterwards, each monitor is checked within a minute,
-- and pending messages get their jobs back.
create or replace function apply_suspension() returns trigger
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$
  declare
    v_now bigint := clock_ms();
  begin
    if new.is_suspended then
      update monitor_state s set claimed_by = 0, next_due_at = null,
          last_slot = greatest(coalesce(s.next_due_at, 0), s.last_slot + 1),
          unobserved_since = coalesce(s.unobserved_since, case when s.next_due_at < v_now - 60000 then s.next_due_at end, v_now)
        from monitors m where m.team_id = new.id and s.monitor_id = m.id and s.status <> 'paused';
    else
      update monitor_state s set next_due_at = v_now + s.phase_ms % 60000
        from monitors m
        where m.team_id = new.id and s.monitor_id = m.id and s.status <> 'paused' and s.next_due_at is null
          and (s.location <> '' or not exists (select from monitor_state l
            where l.monitor_id = s.monitor_id and l.location <> ''));
      perform add_deliver_job(w.provider_id) from (
        select distinct d.provider_id from deliveries d where d.team_id = new.id and d.status = 'pending') w;
    end if;
    return null;
  end $$;
alter function apply_suspension owner to sitewatch_worker;
revoke all on function apply_suspension from public;
