-- Which pairs of these locations and the types there are at all: most installs have one, and each more costs every claim.
--
-- Every prober asks this with every heartbeat. As one statement the planner hashed all monitors for it: four seconds with a
-- million of them, and a snapshot that old keeps every index entry that claims have moved from being cleaned away. From the far end
-- of each type, where nothing has been moved from yet, and then on to the next type below it.
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
