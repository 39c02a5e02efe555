-- The combinations of these locations and check types that exist: most installations have one, and each one more costs every claim.
--
-- Every prober calls this with every beat. As one statement, the planner hashed all monitors: four seconds with a million of them,
-- and a snapshot that old keeps vacuum from cleaning the index entries that claims have moved. So it starts at the far end of each type,
-- from where nothing has been moved yet, and continues with the next type below it.
create or replace function list_check_pairs(p_locations text[]) returns table (location text, type text)
  language plpgsql volatile security definer set search_path = sitewatch, pg_temp
  set jit = off set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
  as $$
  declare
    v_location text;
    v_type text;
  begin
    foreach v_location in array p_locations loop
      select s.type into v_type from monitor_state s
        where s.location = v_location and s.next_due_at is not null
        order by s.type desc, s.next_due_at desc limit 1;
      while found loop
        return query select v_location, v_type;
        select s.type into v_type from monitor_state s
          where s.location = v_location and s.type < v_type and s.next_due_at is not null
          order by s.type desc, s.next_due_at desc limit 1;
      end loop;
    end loop;
  end $$;
alter function list_check_pairs owner to sitewatch_worker;
revoke all on function list_check_pairs from public;
grant execute on function list_check_pairs to sitewatch_prober;
