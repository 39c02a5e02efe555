create or replace function note_prober_online(p_name text, p_is_online boolean) returns void
  language sql security definer set search_path = sitewatch, pg_temp
  as $$ update probers set is_online = p_is_online where name = p_name and location = '' $$;
alter function note_prober_online owner to sitewatch_worker;
revoke all on function note_prober_online from public;
grant execute on function note_prober_online to sitewatch_prober;
