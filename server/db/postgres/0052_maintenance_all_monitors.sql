-- Whether a window is for every monitor of its owner was told by an empty list, so a window whose last monitor was deleted
-- muted all the others. Now it is said.
alter table maintenance_windows add column all_monitors boolean not null default false;
update maintenance_windows w set all_monitors = not exists (
  select 1 from maintenance_monitors x where x.user_id = w.user_id and x.window_id = w.id);

-- A window for all monitors names none.
create function refuse_monitor_of_all() returns trigger
  language plpgsql set search_path = sitewatch, pg_temp
  as $$
  begin
    if exists (select 1 from maintenance_windows w
      where w.user_id = new.user_id and w.id = new.window_id and w.all_monitors) then
      raise exception 'maintenance window % is for all monitors', new.window_id using errcode = '23514';
    end if;
    return new;
  end $$;
create trigger maintenance_monitors_not_of_all before insert on maintenance_monitors
  for each row execute function refuse_monitor_of_all();

create or replace function list_maintained_monitors(p_at timestamptz) returns table (monitor_id bigint)
  language sql stable security definer set search_path = sitewatch, pg_temp
  as $$
    select m.id from maintenance_windows w join monitors m on m.user_id = w.user_id and m.deleted_at is null
    where maintenance_until(w, p_at) is not null
      and (w.all_monitors
        or exists (select 1 from maintenance_monitors x where x.user_id = w.user_id and x.window_id = w.id and x.monitor_id = m.id))
  $$;
