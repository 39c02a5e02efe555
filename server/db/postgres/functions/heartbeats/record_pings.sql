-- Saves pings in the order in which they arrived: [{token_hash (hex), kind, exit_status, run_id, body}]. Returns for each whether its token
-- is known, and whether a monitor has to be checked because of them.
--
-- The rows are locked first, all batches in the same order, and each statement below sees what was committed before that. So a check that has
-- read the row before (read_heartbeats) is seen here as claimed, and is made again.
create or replace function record_pings(p_pings jsonb, out are_known boolean[], out wants_check boolean)
  language plpgsql security definer set search_path = sitewatch, pg_temp
  set jit = off
  as $$
  declare
    v_now bigint := clock_ms();
    p record;
    h record;
  begin
    are_known := '{}';
    wants_check := false;
    perform from heartbeats b
      where b.token_hash = any (array(select decode(e ->> 'token_hash', 'hex') from jsonb_array_elements(p_pings) as e))
      order by b.monitor_id for update;
    for p in
      select decode(e ->> 'token_hash', 'hex') as token_hash, e ->> 'kind' as kind, (e ->> 'exit_status')::smallint as exit_status,
        e ->> 'run_id' as run_id, coalesce(e ->> 'run_id', '') as run_key, e ->> 'body' as body
      from jsonb_array_elements(p_pings) with ordinality as x (e, n) order by n
    loop
      update heartbeats b set
          ping_count = b.ping_count + 1,
          last_ping_at = v_now,
          last_success_at = case when p.kind = 'success' then v_now else b.last_success_at end,
          is_failed = case when p.kind = 'start' then b.is_failed else p.kind = 'fail' end,
          last_exit_status = case when p.kind = 'start' then b.last_exit_status else p.exit_status end,
          last_run_ms = case when p.kind = 'start' then b.last_run_ms else v_now - (b.open_runs ->> p.run_key)::bigint end,
          open_runs = case when p.kind <> 'start' then b.open_runs - p.run_key
            -- Runs that never end must not pile up.
            when b.open_runs <> '{}' and (select count(*) from jsonb_object_keys(b.open_runs)) >= 20
              then jsonb_build_object(p.run_key, v_now)
            else b.open_runs || jsonb_build_object(p.run_key, v_now) end,
          needs_check = b.needs_check or p.kind <> 'start' and (p.kind = 'fail' or b.is_failed or not exists (
            select from monitor_state s where s.monitor_id = b.monitor_id and s.location = '' and s.status = 'up' and s.unknown is null
              and s.claimed_by = 0))
        where b.token_hash = p.token_hash
        returning b.team_id, b.monitor_id, b.ping_count, b.last_run_ms, b.needs_check into h;
      are_known := are_known || (h.monitor_id is not null);
      continue when h.monitor_id is null;
      wants_check := wants_check or h.needs_check;
      insert into heartbeat_pings as l (team_id, monitor_id, slot, number, kind, exit_status, run_id, run_ms, body, received_at)
        values (h.team_id, h.monitor_id, h.ping_count % 50, h.ping_count, p.kind, p.exit_status, p.run_id,
          case when p.kind <> 'start' then h.last_run_ms end, p.body, v_now)
        on conflict (team_id, monitor_id, slot) do update set number = excluded.number, kind = excluded.kind,
          exit_status = excluded.exit_status, run_id = excluded.run_id, run_ms = excluded.run_ms, body = excluded.body,
          received_at = excluded.received_at;
    end loop;
  end $$;
alter function record_pings owner to sitewatch_worker;
revoke all on function record_pings from public;
grant execute on function record_pings to sitewatch_collector;
