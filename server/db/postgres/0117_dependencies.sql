-- What a monitor depends on: while a parent is down, the monitor's incidents open, but nobody is alerted. There are no cycles
-- (refuse_dependency_cycle).
create table monitor_dependencies (
  team_id bigint not null references teams on delete cascade,
  monitor_id bigint not null,
  parent_id bigint not null,
  primary key (team_id, monitor_id, parent_id),
  foreign key (team_id, monitor_id) references monitors (team_id, id) on delete cascade,
  foreign key (team_id, parent_id) references monitors (team_id, id) on delete cascade,
  check (monitor_id <> parent_id)
);
create index monitor_dependencies_of_parent on monitor_dependencies (team_id, parent_id);

-- Open incidents whose alerts wait for a parent. A table of its own: looking again every minute must change neither the version of the
-- incident nor what the dashboard shows.
create table held_alerts (
  team_id bigint not null references teams on delete cascade,
  incident_id bigint not null,
  look_at timestamptz(3) not null,
  primary key (team_id, incident_id),
  foreign key (team_id, incident_id) references incidents (team_id, id) on delete cascade
);
create index held_alerts_due on held_alerts (look_at);

do $$
declare t text;
begin
  foreach t in array array['monitor_dependencies', 'held_alerts'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
  end loop;
end $$;
create policy team on monitor_dependencies to sitewatch_user using (team_id = (select current_team_id()));
create policy writers_insert on monitor_dependencies as restrictive for insert to sitewatch_user with check ((select require_writer()));
create policy writers_update on monitor_dependencies as restrictive for update to sitewatch_user using ((select require_writer()));
create policy writers_delete on monitor_dependencies as restrictive for delete to sitewatch_user using ((select require_writer()));
create policy guest on monitor_dependencies for select to sitewatch_guest using (team_id = (select current_team_id())
  and exists (select from monitors m where m.team_id = monitor_dependencies.team_id and m.id = monitor_id)
  and exists (select from monitors m where m.team_id = monitor_dependencies.team_id and m.id = parent_id));
create policy worker on monitor_dependencies for select to sitewatch_worker using (true);
create policy worker on held_alerts to sitewatch_worker using (true);
grant select, insert, delete on monitor_dependencies to sitewatch_user;
grant select on monitor_dependencies to sitewatch_guest, sitewatch_worker;
grant select, insert, update, delete on held_alerts to sitewatch_worker;

-- The parent that was down when the incident was to be alerted, and when it was alerted after all.
alter table incidents add column suppressed_by_id bigint, add column suppressed_until timestamptz(3);
grant select (suppressed_by_id, suppressed_until) on incidents to sitewatch_guest;
