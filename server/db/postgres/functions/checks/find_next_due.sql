-- When the next check of these locations and types is due, so that an idle prober can sleep. Null if there is none.
create or replace function find_next_due(p_locations text[], p_types text[]) returns bigint
  language plpgsql volatile security definer set search_path = sitewatch, pg_temp
  set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
  as $$
  declare
    v_now bigint := clock_ms();
    v_next bigint;
    v_first bigint;
  begin
    for i in 1 .. cardinality(p_locations) loop
      select s.next_due_at into v_first from monitor_state s
        where s.location = p_locations[i] and s.type = p_types[i] and s.next_due_at > v_now
        order by s.next_due_at limit 1;
      v_next := least(v_next, v_first);
    end loop;
    return v_next;
  end $$;
alter function find_next_due owner to sitewatch_worker;
revoke all on function find_next_due from public;
grant execute on function find_next_due to sitewatch_prober;
