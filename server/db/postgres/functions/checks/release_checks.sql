-- Releases claimed checks that will not be run: the given pairs, or (when a prober stops, or after a claim whose response was lost)
-- everything this prober holds except them. Held checks are due, so the scan reads few rows.
create or replace function release_checks(p_prober integer, p_monitor_ids bigint[], p_locations text[], p_all_others boolean)
  returns integer
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$
  declare
    v_count integer;
  begin
    if p_all_others then
      update monitor_state s set claimed_by = 0
        where s.claimed_by = p_prober and s.next_due_at is not null
          and (s.monitor_id, s.location) not in (select * from unnest(p_monitor_ids, p_locations));
    else
      update monitor_state s set claimed_by = 0 from unnest(p_monitor_ids, p_locations) as r (monitor_id, location)
        where s.monitor_id = r.monitor_id and s.location = r.location
          and case when s.claimed_by = p_prober then s.claimed_by <> 0 end;
    end if;
    get diagnostics v_count = row_count;
    return v_count;
  end $$;
alter function release_checks owner to sitewatch_worker;
revoke all on function release_checks from public;
grant execute on function release_checks to sitewatch_prober;
