-- Announced work. Checks go on, but a failure in a window says nothing: no incident opens for it.
create table maintenance_windows (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  name text not null check (length(name) between 1 and 120),
  timezone text not null,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  repeat text not null check (repeat in ('none', 'daily', 'weekly')),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (user_id, id),
  check (ends_at > starts_at),
  check (repeat <> 'daily' or ends_at - starts_at <= interval '24 hours'),
  check (repeat <> 'weekly' or ends_at - starts_at <= interval '7 days')
);
create trigger maintenance_windows_touch before update on maintenance_windows
  for each row execute function touch_updated_at();

-- None: the window is for every monitor of its owner.
create table maintenance_monitors (
  user_id bigint not null,
  window_id bigint not null,
  monitor_id bigint not null,
  primary key (user_id, window_id, monitor_id),
  foreign key (user_id, window_id) references maintenance_windows (user_id, id) on delete cascade,
  foreign key (user_id, monitor_id) references monitors (user_id, id) on delete cascade
);
create index maintenance_monitors_of_monitor on maintenance_monitors (user_id, monitor_id);

do $$
declare t text;
begin
  foreach t in array array['maintenance_windows', 'maintenance_monitors'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy owner on %I to sitewatch_user using (user_id = (select current_user_id()))', t);
    execute format('create policy worker on %I for select to sitewatch_worker using (true)', t);
    execute format('grant select, insert, update, delete on %I to sitewatch_user', t);
    execute format('grant select on %I to sitewatch_worker', t);
  end loop;
end $$;

-- Until when a window is under way at a moment; null when it is not. Repeats go by the wall clock of their time zone, so
-- "Sunday at two" stays at two when the clocks change; each lasts as long as the first.
create function maintenance_until(w maintenance_windows, p_at timestamptz) returns timestamptz
  language sql stable
  as $$
    select case when p_at >= began and p_at < began + (w.ends_at - w.starts_at) then began + (w.ends_at - w.starts_at) end
    from (select case when w.repeat = 'none' then w.starts_at else
        ((w.starts_at at time zone w.timezone)
          + greatest(0, floor(extract(epoch from (p_at at time zone w.timezone) - (w.starts_at at time zone w.timezone))
            / case w.repeat when 'daily' then 86400 else 604800 end))
          * case w.repeat when 'daily' then interval '1 day' else interval '7 days' end) at time zone w.timezone
      end as began) as occurrence
  $$;

-- Monitors in a window now, of every user: what the probers ask for every few seconds.
create function list_maintained_monitors(p_at timestamptz) returns table (monitor_id bigint)
  language sql stable security definer set search_path = sitewatch, pg_temp
  as $$
    select m.id from maintenance_windows w join monitors m on m.user_id = w.user_id and m.deleted_at is null
    where maintenance_until(w, p_at) is not null
      and (not exists (select 1 from maintenance_monitors x where x.user_id = w.user_id and x.window_id = w.id)
        or exists (select 1 from maintenance_monitors x where x.user_id = w.user_id and x.window_id = w.id and x.monitor_id = m.id))
  $$;
alter function list_maintained_monitors owner to sitewatch_worker;
revoke all on function list_maintained_monitors from public;
grant execute on function list_maintained_monitors to sitewatch_prober, sitewatch_worker;
