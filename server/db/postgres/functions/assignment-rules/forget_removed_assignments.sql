-- A pair is assigned or removed, never both.
create or replace function forget_removed_assignments() returns trigger
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$ begin
    delete from removed_assignments d using made m
      where d.team_id = m.team_id and d.monitor_id = m.monitor_id and d.provider_id = m.provider_id;
    return null;
  end $$;
alter function forget_removed_assignments owner to sitewatch_worker;
revoke all on function forget_removed_assignments from public;
