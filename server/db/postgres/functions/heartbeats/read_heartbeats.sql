-- What is known of the pings of these monitors, for the check that judges them. Waits for pings that are being recorded, in the order in which
-- they lock: a ping that is not seen here is recorded after this, and finds the monitor claimed.
create or replace function read_heartbeats(p_monitor_ids bigint[])
  returns table (monitor_id bigint, now_ms bigint, armed_at bigint, last_success_at bigint, is_failed boolean, exit_status smallint,
    run_ms bigint, body text, received_until bigint, outages jsonb)
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$
  declare
    v_ids bigint[];
  begin
    v_ids := array(select b.monitor_id from heartbeats b where b.monitor_id = any (p_monitor_ids) order by b.monitor_id for share);
    return query
      select b.monitor_id, clock_ms(), b.armed_at, b.last_success_at, b.is_failed, b.last_exit_status, b.last_run_ms,
        case when b.is_failed then (select l.body from heartbeat_pings l
          where l.team_id = b.team_id and l.monitor_id = b.monitor_id and l.kind = 'fail' order by l.number desc limit 1) end,
        coalesce((select r.seen_at from heartbeat_receiver r), 0),
        coalesce((select jsonb_agg(jsonb_build_array(o.from_at, o.to_at) order by o.from_at) from heartbeat_outages o
          where o.to_at > b.last_success_at and o.to_at > b.armed_at), '[]')
      from heartbeats b where b.monitor_id = any (v_ids);
  end $$;
alter function read_heartbeats owner to sitewatch_worker;
revoke all on function read_heartbeats from public;
grant execute on function read_heartbeats to sitewatch_prober;
