-- Imports of statistics from other products. The file is uploaded in chunks, which are rows here: an upload survives a restart, and any
-- replica can take the next chunk. A worker reads the file and commits how far it has come together with what it has read, so that
-- after a kill it goes on where it stopped. The chunks are deleted with the end of the import.
create table statistics_imports (
  id bigint generated always as identity primary key,
  team_id bigint not null,
  website_id bigint not null,
  source text not null check (source in ('plausible', 'umami', 'events')),
  file_name text not null check (length(file_name) between 1 and 255),
  file_bytes bigint not null check (file_bytes > 0),
  uploaded_bytes bigint not null default 0 check (uploaded_bytes between 0 and file_bytes),
  status text not null default 'uploading'
    check (status in ('uploading', 'queued', 'running', 'done', 'failed', 'undoing')),
  -- Where to go on: the file inside of an archive, and in it the next byte and the number of lines before it.
  position_entry integer not null default 0,
  position_bytes bigint not null default 0,
  position_lines bigint not null default 0,
  progress_percent double precision not null default 0 check (progress_percent between 0 and 100),
  rows_read bigint not null default 0,
  rows_imported bigint not null default 0,
  rows_duplicate bigint not null default 0,
  rows_broken bigint not null default 0,
  -- The first of them: file, line, reason.
  broken jsonb not null default '[]',
  error text,
  -- The days that it brought something for: UTC for events, local for imported days.
  days date[] not null default '{}',
  -- The dimensions that its imported days have; empty for events.
  dimensions text[] not null default '{}',
  -- Batches of events that may still wait for ClickHouse.
  inbox_ids bigint[] not null default '{}',
  created_at timestamptz(3) not null default now(),
  started_at timestamptz(3),
  finished_at timestamptz(3),
  updated_at timestamptz(3) not null default now(),
  unique (team_id, id),
  foreign key (team_id, website_id) references websites (team_id, id) on delete cascade,
  check (status = 'uploading' or uploaded_bytes = file_bytes or status = 'undoing'),
  check ((status in ('done', 'failed')) <= (finished_at is not null))
);
create index statistics_imports_of_website on statistics_imports (team_id, website_id, id);
-- One after the other: what an import finds to be there already must not change while it looks.
create unique index statistics_imports_at_work on statistics_imports (website_id) where status in ('queued', 'running');
create index statistics_imports_unfinished on statistics_imports (updated_at) where status in ('uploading', 'queued', 'running', 'undoing');
create trigger statistics_imports_touch before update on statistics_imports for each row execute function touch_updated_at();

create table statistics_import_chunks (
  team_id bigint not null,
  import_id bigint not null,
  start bigint not null check (start >= 0),
  body bytea not null check (length(body) between 1 and 1048576),
  primary key (team_id, import_id, start),
  foreign key (team_id, import_id) references statistics_imports (team_id, id) on delete cascade
);
-- Archives do not shrink, and lines are read once.
alter table statistics_import_chunks alter column body set storage external;

do $$
declare t text;
begin
  foreach t in array array['statistics_imports', 'statistics_import_chunks'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy worker on %I to sitewatch_worker using (true)', t);
    execute format('create policy team on %I to sitewatch_user using (team_id = (select current_team_id()))', t);
    execute format('create policy writers_insert on %I as restrictive for insert to sitewatch_user with check ((select require_writer()))', t);
    execute format('create policy writers_update on %I as restrictive for update to sitewatch_user using ((select require_writer()))', t);
    execute format('create policy writers_delete on %I as restrictive for delete to sitewatch_user using ((select require_writer()))', t);
    execute format('grant select, delete on %I to sitewatch_worker', t);
  end loop;
end $$;
-- Statistics include imported days, for guests as well.
create policy guest on statistics_imports for select to sitewatch_guest
  using (team_id = (select current_team_id()) and website_id = any ((select guest_website_ids())::bigint[]));
grant select on statistics_imports to sitewatch_user, sitewatch_guest;
grant insert (team_id, website_id, source, file_name, file_bytes), update (uploaded_bytes, status), delete on statistics_imports to sitewatch_user;
grant insert on statistics_import_chunks to sitewatch_user;
grant update on statistics_imports to sitewatch_worker;

-- A worker reads a file by the settings of its website, and notes that the website has statistics.
grant select (id, team_id, domain, timezone, exclude_bots, exclude_params, first_event_at, first_event_origin), update (first_event_at)
  on websites to sitewatch_worker;
create policy worker_imports on websites for update to sitewatch_worker using (true);
