-- Registers a prober (p_id 0, or one whose row was deleted) or renews its lease, and returns the time. A prober can renew only the row of
-- the location it registered for.
create or replace function beat_prober(p_id integer, p_name text, p_location text) returns table (prober_id integer, now_ms bigint)
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$ begin
    update probers set seen_at = checks_clock() where id = p_id and location = p_location;
    if not found then
      insert into probers (name, location, seen_at) values (p_name, p_location, checks_clock()) returning id into p_id;
      delete from probers where started_at < clock_timestamp() - interval '1 hour' and not is_alive(seen_at);
    end if;
    return query select p_id, clock_ms();
  end $$;
alter function beat_prober owner to sitewatch_worker;
revoke all on function beat_prober from public;
grant execute on function beat_prober to sitewatch_prober;
