-- After the clock was set back. No check is ever scheduled two intervals ahead, so such a check was scheduled by the old clock. It moves to
-- its next slot by the current clock, instead of waiting until the clock has caught up.
create or replace function replan_checks() returns integer
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$
  declare
    v_now bigint := clock_ms();
    v_count integer;
  begin
    update monitor_state set next_due_at = v_now + mod(mod(phase_ms - v_now, interval_ms) + interval_ms, interval_ms)
      where next_due_at > v_now + 2 * interval_ms::bigint;
    get diagnostics v_count = row_count;
    return v_count;
  end $$;
alter function replan_checks owner to sitewatch_worker;
revoke all on function replan_checks from public;
grant execute on function replan_checks to sitewatch_prober;
