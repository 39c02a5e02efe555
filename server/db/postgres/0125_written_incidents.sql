-- Incidents and maintenance that people write on a status page, with their updates. The status of one is that of its newest update, so it is
-- stored nowhere else.
create table status_page_incidents (
  id bigint generated always as identity primary key,
  team_id bigint not null,
  status_page_id bigint not null,
  -- Names it in public URLs; reveals neither the id nor how many there are.
  ref text collate "C" not null default left(replace(gen_random_uuid()::text, '-', ''), 12),
  kind text not null check (kind in ('incident', 'maintenance')),
  title text not null check (length(title) between 1 and 200),
  impact text not null check (impact in ('none', 'minor', 'major', 'critical')),
  -- The incident of a monitor that it is about.
  incident_id bigint,
  -- While the window lasts, its monitors open no incidents.
  maintenance_window_id bigint,
  scheduled_for timestamptz(3),
  scheduled_until timestamptz(3),
  -- Null: a draft, which only the team sees.
  published_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (team_id, id, kind),
  unique (team_id, status_page_id, ref),
  foreign key (team_id, status_page_id) references status_pages (team_id, id) on delete cascade,
  foreign key (team_id, incident_id) references incidents (team_id, id) on delete set null (incident_id),
  foreign key (team_id, maintenance_window_id) references maintenance_windows (team_id, id) on delete set null (maintenance_window_id),
  check ((kind = 'maintenance') = (scheduled_for is not null) and (kind = 'maintenance') = (scheduled_until is not null)),
  check (scheduled_until > scheduled_for),
  check (kind = 'incident' or incident_id is null),
  check (kind = 'maintenance' or maintenance_window_id is null)
);
create index status_page_incidents_of_incident on status_page_incidents (team_id, incident_id) where incident_id is not null;
create index status_page_incidents_of_window on status_page_incidents (team_id, maintenance_window_id)
  where maintenance_window_id is not null;
create trigger status_page_incidents_touch before update on status_page_incidents for each row execute function touch_updated_at();
create trigger status_page_incidents_live after insert or update or delete on status_page_incidents for each row
  execute function notify_change('status_page', 'status_page_id');

create table status_page_updates (
  id bigint generated always as identity primary key,
  team_id bigint not null,
  page_incident_id bigint not null,
  kind text not null,
  status text not null,
  body text not null check (length(body) between 1 and 5000),
  posted_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (team_id, id),
  foreign key (team_id, page_incident_id, kind) references status_page_incidents (team_id, id, kind) on delete cascade,
  check (status = any(case kind when 'incident' then array['investigating', 'identified', 'monitoring', 'resolved']
    else array['scheduled', 'in_progress', 'verifying', 'completed'] end))
);
create index status_page_updates_of_incident on status_page_updates (team_id, page_incident_id, kind, posted_at desc, id desc);
create trigger status_page_updates_touch before update on status_page_updates for each row execute function touch_updated_at();

-- The components of the page that an update is about: each a monitor or a website that the page shows.
create table status_page_update_components (
  team_id bigint not null,
  update_id bigint not null,
  position smallint not null,
  monitor_id bigint,
  website_id bigint,
  state text not null check (state in ('operational', 'degraded_performance', 'partial_outage', 'major_outage', 'under_maintenance')),
  primary key (team_id, update_id, position),
  unique (team_id, update_id, monitor_id),
  unique (team_id, update_id, website_id),
  foreign key (team_id, update_id) references status_page_updates (team_id, id) on delete cascade,
  foreign key (team_id, monitor_id) references monitors (team_id, id) on delete cascade,
  foreign key (team_id, website_id) references websites (team_id, id) on delete cascade,
  check (num_nonnulls(monitor_id, website_id) = 1)
);
create index status_page_update_components_of_monitor on status_page_update_components (team_id, monitor_id)
  where monitor_id is not null;
create index status_page_update_components_of_website on status_page_update_components (team_id, website_id)
  where website_id is not null;

-- An update was published and its readers should hear of it, once: a row of the transaction that published it (announce_page_update).
create table status_page_announcements (
  team_id bigint not null,
  update_id bigint not null,
  status_page_id bigint not null,
  -- The components that it is about; none: the whole page.
  monitor_ids bigint[] not null,
  website_ids bigint[] not null,
  created_at timestamptz(3) not null default now(),
  primary key (team_id, update_id),
  foreign key (team_id, update_id) references status_page_updates (team_id, id) on delete cascade,
  foreign key (team_id, status_page_id) references status_pages (team_id, id) on delete cascade
);
create index status_page_announcements_of_page on status_page_announcements (team_id, status_page_id);

-- Texts to start an incident or maintenance from, for all pages of the team.
create table status_page_templates (
  id bigint generated always as identity primary key,
  team_id bigint not null references teams on delete cascade,
  name text not null check (length(name) between 1 and 120),
  kind text not null check (kind in ('incident', 'maintenance')),
  title text not null check (length(title) between 1 and 200),
  impact text not null check (impact in ('none', 'minor', 'major', 'critical')),
  status text not null check (status = any(case kind when 'incident' then array['investigating', 'identified', 'monitoring', 'resolved']
    else array['scheduled', 'in_progress', 'verifying', 'completed'] end)),
  body text not null check (length(body) between 1 and 5000),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint status_page_templates_name unique (team_id, name)
);
create trigger status_page_templates_touch before update on status_page_templates for each row execute function touch_updated_at();

do $$
declare t text;
begin
  foreach t in array array['status_page_incidents', 'status_page_updates', 'status_page_update_components', 'status_page_announcements',
      'status_page_templates'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy team on %I to sitewatch_user using (team_id = (select current_team_id()))', t);
    execute format('create policy writers_insert on %I as restrictive for insert to sitewatch_user with check ((select require_writer()))', t);
    execute format('create policy writers_update on %I as restrictive for update to sitewatch_user using ((select require_writer()))', t);
    execute format('create policy writers_delete on %I as restrictive for delete to sitewatch_user using ((select require_writer()))', t);
    execute format('create policy worker on %I to sitewatch_worker using (true)', t);
    execute format('grant select on %I to sitewatch_user, sitewatch_guest, sitewatch_worker', t);
  end loop;
end $$;
grant insert, update, delete on status_page_incidents, status_page_updates, status_page_update_components, status_page_templates
  to sitewatch_user;
grant insert on status_page_announcements to sitewatch_worker;
