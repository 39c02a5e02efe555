-- Adds the response times of successful checks to the windows of monitors with slow_ms, and announces those that became slow, or are no longer.
-- Called in the transaction that records the checks, so that a crash leaves neither or both. The window is the last ten minutes, or as long as
-- three checks take. It decides with three checks or more, and a single one above slow_ms is not enough: of fewer than twenty checks, the 95th
-- percentile is the slowest. In a maintenance window, no monitor becomes slow.
create or replace function note_response_times(p_monitor_ids bigint[], p_checked bigint[], p_response real[]) returns void
  language plpgsql set search_path = sitewatch, pg_temp
  as $$
  declare
    v record;
    v_checked bigint[];
    v_response real[];
    v_p95 real;
    v_above integer;
    v_is_slow boolean;
  begin
    insert into response_windows (team_id, monitor_id)
      select m.team_id, m.id from monitors m where m.id = any (p_monitor_ids) and m.slow_ms is not null order by m.id
      on conflict do nothing;
    for v in
      select w.*, m.slow_ms, r.checked, r.response, greatest(600000, m.interval_seconds::bigint * 3500) as span_ms
      from (select monitor_id, array_agg(checked) as checked, array_agg(response) as response
          from unnest(p_monitor_ids, p_checked, p_response) as t (monitor_id, checked, response) group by monitor_id) r
        join monitors m on m.id = r.monitor_id and m.slow_ms is not null
        join response_windows w on w.team_id = m.team_id and w.monitor_id = m.id
      order by w.monitor_id for update of w
    loop
      select array_agg(t.checked order by t.checked), array_agg(t.response order by t.checked),
          percentile_disc(0.95) within group (order by t.response), count(*) filter (where t.response > v.slow_ms)
        into v_checked, v_response, v_p95, v_above
        from unnest(v.checked_at || v.checked, v.response_ms || v.response) as t (checked, response)
        where t.checked > (select max(c) from unnest(v.checked) c) - v.span_ms;
      v_is_slow := case when cardinality(v_checked) < 3 then v.is_slow else v_p95 > v.slow_ms and v_above > 1 end;
      if v_is_slow and not v.is_slow then
        v_is_slow := not exists (select from list_maintained_monitors(checks_clock()) l where l.monitor_id = v.monitor_id);
      end if;
      update response_windows set checked_at = v_checked, response_ms = v_response, is_slow = v_is_slow
        where team_id = v.team_id and monitor_id = v.monitor_id;
      if v_is_slow <> v.is_slow then
        perform announce_slow(v.team_id, v.monitor_id, v_is_slow, v_p95, v.slow_ms);
      end if;
    end loop;
  end $$;
revoke all on function note_response_times from public;
grant execute on function note_response_times to sitewatch_worker;
