-- Notes that pings can be received. p_is_interrupted: since the last beat some could not be (the process has just started, or the database
-- did not answer). Otherwise nobody may have received any if the last beat is too long ago. Also makes checks due that could not be made due
-- when their ping came.
create or replace function beat_receiver(p_is_interrupted boolean, p_max_silence_ms integer) returns void
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$
  declare
    v_now bigint := clock_ms();
    v_seen bigint;
  begin
    -- Nothing is written for those who have no heartbeats. With the first heartbeat, it starts from scratch.
    if not exists (select from heartbeats) then
      delete from heartbeat_receiver;
      return;
    end if;
    perform nudge_heartbeats();
    select r.seen_at into v_seen from heartbeat_receiver r for update;
    if not found then
      insert into heartbeat_receiver (seen_at) values (v_now) on conflict do nothing;
      return;
    end if;
    if v_seen < v_now and (p_is_interrupted or v_now - v_seen > p_max_silence_ms) then
      insert into heartbeat_outages (from_at, to_at) values (v_seen, v_now);
      -- No period is longer than a year.
      delete from heartbeat_outages o where o.to_at < v_now - 2 * 31622400000;
    end if;
    update heartbeat_receiver r set seen_at = v_now;
  end $$;
alter function beat_receiver owner to sitewatch_worker;
revoke all on function beat_receiver from public;
grant execute on function beat_receiver to sitewatch_collector;
