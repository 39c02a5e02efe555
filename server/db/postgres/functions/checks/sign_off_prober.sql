create or replace function sign_off_prober(p_prober integer) returns void
  language sql security definer set search_path = sitewatch, pg_temp
  as $$ delete from probers where id = p_prober $$;
alter function sign_off_prober owner to sitewatch_worker;
revoke all on function sign_off_prober from public;
grant execute on function sign_off_prober to sitewatch_prober;
