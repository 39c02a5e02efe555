-- Saves the results of a batch whose monitors changed state: all columns. Only where the row still has the slot it was claimed with and is
-- held by that prober; written as "case" for the reason given in advance_checks. A check in doubt asks for the traffic of its website.
create or replace function save_checks(p_prober integer, p_results jsonb) returns integer
  language plpgsql set search_path = sitewatch, pg_temp
  set jit = off set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
  as $$
  declare
    v_count integer;
  begin
    update monitor_state s set status = r.status, unknown = r.unknown, unobserved_since = r.unobserved_since,
        failures = r.failures, first_failure_at = r.first_failure_at, first_success_at = r.first_success_at,
        incident_floor_at = r.incident_floor_at, last_slot = r.last_slot, next_due_at = r.next_due_at, flips = r.flips,
        flapping = r.flapping, tls_expires_at = r.tls_expires_at, claimed_by = 0,
        last_checked_at = case when r.is_observed then r.checked_at else s.last_checked_at end,
        last_response_ms = case when r.is_observed then r.last_response_ms else s.last_response_ms end,
        last_error = case when r.is_observed then r.last_error else s.last_error end
      from jsonb_to_recordset(p_results) as r (monitor_id bigint, location text, seen_slot bigint, status text, unknown text,
        unobserved_since bigint, failures smallint, first_failure_at bigint, first_success_at bigint,
        incident_floor_at bigint, last_slot bigint, next_due_at bigint, flips bigint[], flapping boolean,
        is_observed boolean, checked_at bigint, last_response_ms real, last_error text, tls_expires_at timestamptz)
      where s.monitor_id = r.monitor_id and s.location = r.location
        and case when s.claimed_by = p_prober then s.last_slot = r.seen_slot end;
    get diagnostics v_count = row_count;
    if p_results @? '$[*] ? (@.status == "suspected")' then
      insert into traffic_now (team_id, website_id, asked_at)
        select distinct m.team_id, m.website_id, checks_clock()
        from jsonb_to_recordset(p_results) as r (monitor_id bigint, status text) join monitors m on m.id = r.monitor_id
        where r.status = 'suspected' and m.website_id is not null
        order by m.team_id, m.website_id
        on conflict (team_id, website_id) do update set asked_at = excluded.asked_at;
    end if;
    return v_count;
  end $$;
revoke all on function save_checks from public;
grant execute on function save_checks to sitewatch_worker;
