-- A window for all monitors must not list single ones.
create or replace function refuse_monitor_of_all() returns trigger
  language plpgsql set search_path = sitewatch, pg_temp
  as $$
  begin
    if exists (select 1 from maintenance_windows w
      where w.team_id = new.team_id and w.id = new.window_id and w.all_monitors) then
      raise exception 'maintenance window % is for all monitors', new.window_id using errcode = '23514';
    end if;
    return new;
  end $$;
