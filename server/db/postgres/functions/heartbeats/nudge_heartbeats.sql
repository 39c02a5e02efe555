-- Makes the checks due that pings have asked for. A check under way loses its claim, as after a change by a user: what it has read is old.
-- Never waits for a lock: a row that is being recorded has its turn at the next call, a second later at most.
create or replace function nudge_heartbeats() returns integer
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$
  declare
    v_now bigint := clock_ms();
    v_count integer := 0;
    h record;
  begin
    for h in
      select b.team_id, b.monitor_id from heartbeats b where b.needs_check limit 1000 for update skip locked
    loop
      perform from monitor_state s where s.monitor_id = h.monitor_id and s.location = '' for update skip locked;
      continue when not found;
      update monitor_state s set claimed_by = 0, last_slot = greatest(s.next_due_at, s.last_slot + 1), next_due_at = v_now
        where s.monitor_id = h.monitor_id and s.location = '' and s.next_due_at is not null;
      update heartbeats b set needs_check = false where b.team_id = h.team_id and b.monitor_id = h.monitor_id;
      v_count := v_count + 1;
    end loop;
    return v_count;
  end $$;
alter function nudge_heartbeats owner to sitewatch_worker;
revoke all on function nudge_heartbeats from public;
grant execute on function nudge_heartbeats to sitewatch_collector;
