-- The registry of tracked websites.
create table websites (
  id bigint generated always as identity primary key,
  team_id bigint not null references teams on delete cascade,
  -- Lower-case ASCII, as normaliseDomain leaves it. Collated by byte, so that order and search need no locale.
  domain text collate "C" not null check (length(domain) between 1 and 253 and domain ~ '^[a-z0-9.-]+$'),
  privacy smallint not null default 0 check (privacy in (0, 1, 2)),
  password_hash text,
  has_password boolean not null generated always as (password_hash is not null) stored,
  -- Moves with each new password; a viewer's session holds only while it carries the current one.
  password_version integer not null default 0,
  exclude_bots smallint not null default 1 check (exclude_bots in (0, 1)),
  exclude_params text,
  exclude_ips text,
  tracking_id text collate "C" not null unique check (tracking_id ~ '^[0-9A-Za-z]{16}$'),
  timezone text not null default 'UTC',
  retention_days smallint check (retention_days between 1 and 3650),
  honor_dnt boolean not null default false,
  first_event_at timestamptz(3),
  -- The page of a website that others may read, and whether search engines may list it.
  indexable boolean not null default false,
  -- Scheme, host and port of the page that the first event came from: what the first monitor of a website starts with.
  first_event_origin text check (length(first_event_origin) <= 4096),
  -- The API stores each once, sorted and in lower case. Their bytes are bounded because an index includes them.
  tags text[] collate "C" not null default '{}' check (cardinality(tags) <= 20 and pg_column_size(tags) <= 1500),
  -- Whether drops of the traffic open incidents; it has an effect only with enough traffic.
  traffic_alerts boolean not null default true,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- The included columns let a list be counted, searched and paged from the index alone. LIKE and its kin are not leakproof, so no index on
  -- them may go ahead of the policy: a search reads the team's slice of one of these instead.
  constraint websites_team_id_domain_key unique (team_id, domain) include (id),
  constraint websites_team_id_id_key unique (team_id, id) include (domain),
  check (privacy <> 2 or password_hash is not null)
);
-- For counting: a tenth of the size of the others, and twice as fast.
create index websites_team on websites (team_id);
-- Lets websites be filtered by a tag from the index alone: "contains" is not leakproof, either, so the filter reads the tagged websites of the
-- team's slice.
create index websites_tagged on websites (team_id, id) include (domain, tags) where tags <> '{}';
create trigger websites_purge after delete on websites referencing old table as gone
  for each statement execute function purge_deleted_websites();
create trigger websites_notify_made after insert or delete on websites for each row execute function notify_website();
create trigger websites_notify after update on websites for each row
  when ((old.exclude_bots, old.exclude_params, old.exclude_ips, old.retention_days, old.honor_dnt)
    is distinct from (new.exclude_bots, new.exclude_params, new.exclude_ips, new.retention_days, new.honor_dnt))
  execute function notify_website();
create trigger websites_first_event after update on websites for each row
  when (old.first_event_at is null and new.first_event_at is not null) execute function notify_first_event();
create trigger websites_retention after update on websites for each row
  when (old.retention_days is distinct from new.retention_days) execute function apply_website_retention();
create trigger websites_live_made after insert or delete on websites for each row execute function notify_change('website', 'id');
create trigger websites_live after update on websites for each row when (old.* is distinct from new.*)
  execute function notify_change('website');
-- Only when a setting has really changed: an update that repeats what is there leaves the version as it was.
-- With a new password, password_version changes as well; has_password is generated after this trigger.
create trigger websites_touch before update on websites for each row
  execute function touch_updated_at('first_event_at', 'first_event_origin', 'password_hash', 'has_password', 'updated_at');
create trigger websites_follow_rules after update on websites for each row
  when (old.tags is distinct from new.tags) execute function follow_websites_of_rules();
create trigger websites_follow_rules_gone before delete on websites for each row execute function follow_websites_of_rules();
create trigger websites_reports_replanned after update on websites for each row
  when (old.timezone is distinct from new.timezone) execute function replan_reports();
select pg_temp.share_in_team('websites');
-- Collecting events. sitewatch_collector takes whatever the internet sends, so it may do very little: read the settings of
-- websites, say that one has had its first event, read and make the key of a day, count what was dropped, append to the
-- inbox.
create policy collector on websites for select to sitewatch_collector using (true);
create policy collector_update on websites for update to sitewatch_collector using (true);
-- A website's retention stands in each of its events. When the setting changes, those that are there already follow, by a job
-- that is added in the transaction of the change. One job a website; one that already runs is followed by another.
create policy worker_retention on websites for select to sitewatch_worker using (true);
-- Whose page it is and who may read it is asked before there is a user, by the role that verifies every other password.
create policy auth on websites for select to sitewatch_auth using (true);
-- A mail names the website; the worker may read nothing else of it.
create policy worker_status_pages on websites for select to sitewatch_worker using (true);
create policy worker_deletion on websites to sitewatch_worker using (is_closed_team(team_id));
create policy worker_deletes_closed on websites as restrictive for delete to sitewatch_worker using (is_closed_team(team_id));
create policy guest on websites for select to sitewatch_guest
  using (team_id = (select current_team_id()) and id = any ((select guest_website_ids())::bigint[]));
create policy worker_imports on websites for update to sitewatch_worker using (true);
-- Naming the columns keeps the hash out of a team's reach, and domain and tracking id as they were made.
grant select (id, team_id, domain, privacy, has_password, password_version, exclude_bots, exclude_params, exclude_ips, tracking_id,
  timezone, retention_days, honor_dnt, first_event_at, indexable, first_event_origin, tags, traffic_alerts, created_at, updated_at),
  insert, update (privacy, password_hash, password_version, exclude_bots, exclude_params, exclude_ips, timezone, retention_days, honor_dnt,
  indexable, tags, traffic_alerts), delete
  on websites to sitewatch_user;
grant select (id, team_id, domain, privacy, has_password, password_version, exclude_bots, exclude_params, exclude_ips, tracking_id,
  timezone, retention_days, honor_dnt, first_event_at, indexable, first_event_origin, tags, traffic_alerts, created_at, updated_at)
  on websites to sitewatch_guest;
grant select (id, team_id, domain, privacy, password_hash, password_version, tracking_id, indexable) on websites to sitewatch_auth;
grant select (id, team_id, domain, exclude_bots, exclude_params, exclude_ips, tracking_id, retention_days, honor_dnt, first_event_at),
  update (first_event_at, first_event_origin)
  on websites to sitewatch_collector;
-- To know where a report goes and when, of any team; what stands in it is read as that team. An import reads a file by the settings of its
-- website. Subscribers of a status page get the incidents of a website only while its statistics are public.
grant select (id, team_id, domain, privacy, exclude_bots, exclude_params, tracking_id, timezone, retention_days, first_event_at,
  first_event_origin, tags, traffic_alerts, ctid), update (first_event_at), delete
  on websites to sitewatch_worker;

-- Deleted websites whose events are still to be removed. No foreign key: a row outlives its team.
create table website_purges (
  team_id bigint not null,
  website_id bigint primary key,
  tracking_id text collate "C" not null,
  status text not null default 'pending' check (status in ('pending', 'done')),
  progress_percent smallint not null default 0 check (progress_percent between 0 and 100),
  deleted_at timestamptz(3) not null default now(),
  finished_at timestamptz(3)
);
create index website_purges_team on website_purges (team_id) where status = 'pending';
select pg_temp.share_in_team('website_purges');
create policy jobs on website_purges for insert to sitewatch_jobs with check (true);
create policy worker on website_purges to sitewatch_worker using (true);
grant select on website_purges to sitewatch_user;
grant select (team_id, website_id, tracking_id, status, progress_percent, deleted_at, finished_at) on website_purges to sitewatch_guest;
grant select, update (status, progress_percent, finished_at), delete on website_purges to sitewatch_worker;
grant insert on website_purges to sitewatch_jobs;

-- What each person wants of a website: whether it is a favorite, and whether its reports are sent to them. updated_at is part of the version of
-- the website as that person sees it.
create table website_preferences (
  team_id bigint not null,
  user_id bigint not null,
  website_id bigint not null,
  favorite boolean not null default false,
  email smallint not null default 0 check (email in (0, 1)),
  updated_at timestamptz(3) not null default now(),
  primary key (team_id, user_id, website_id),
  foreign key (team_id, user_id) references memberships (team_id, user_id) on delete cascade,
  foreign key (team_id, website_id) references websites (team_id, id) on delete cascade
);
create index website_preferences_website on website_preferences (team_id, website_id);
create trigger website_preferences_touch before update on website_preferences for each row
  when ((old.favorite, old.email) is distinct from (new.favorite, new.email)) execute function touch_updated_at();
create trigger website_preferences_live after insert or update on website_preferences for each row
  execute function notify_change('website', 'website_id');
create trigger website_reports_added after insert on website_preferences for each row when (new.email = 1)
  execute function schedule_reports();
create trigger website_reports_changed after update on website_preferences for each row when (old.email is distinct from new.email)
  execute function schedule_reports();
select pg_temp.force_row_security('website_preferences');
create policy person on website_preferences to sitewatch_user, sitewatch_guest
  using (team_id = (select current_team_id()) and user_id = (select current_user_id()));
create policy worker on website_preferences to sitewatch_worker using (true);
grant select, insert, update (favorite, email) on website_preferences to sitewatch_user;
grant select (team_id, user_id, website_id, favorite, email, updated_at), insert, update (favorite, email)
  on website_preferences to sitewatch_guest;
grant select, update (email) on website_preferences to sitewatch_worker;

-- The websites that a guest sees.
create table guest_websites (
  team_id bigint not null,
  user_id bigint not null,
  website_id bigint not null,
  primary key (team_id, user_id, website_id),
  foreign key (team_id, user_id) references memberships (team_id, user_id) on delete cascade,
  foreign key (team_id, website_id) references websites (team_id, id) on delete cascade
);
create index guest_websites_website on guest_websites (team_id, website_id);
select pg_temp.force_row_security('guest_websites');
create policy team on guest_websites for select to sitewatch_user using (team_id = (select current_team_id()));
create policy administrators_insert on guest_websites for insert to sitewatch_user
  with check (team_id = (select current_team_id()) and (select can_administer()));
create policy administrators_delete on guest_websites for delete to sitewatch_user
  using (team_id = (select current_team_id()) and (select can_administer()));
create policy person on guest_websites for select to sitewatch_guest
  using (team_id = (select current_team_id()) and user_id = (select current_user_id()));
create policy auth on guest_websites to sitewatch_auth using (true);
-- Reports stop when their recipient becomes a guest of other websites.
create policy worker on guest_websites for select to sitewatch_worker using (true);
grant select, insert, delete on guest_websites to sitewatch_user;
grant select (team_id, user_id, website_id) on guest_websites to sitewatch_guest;
grant select, insert, update, delete on guest_websites to sitewatch_auth;
grant select on guest_websites to sitewatch_worker;

-- What the team of a website wants its visitors to do: see a page, or make an event happen. The statistics match a goal
-- with the stored events when they are asked, so a new goal counts for the past as well.
create table goals (
  id bigint generated always as identity primary key,
  team_id bigint not null references teams on delete cascade,
  website_id bigint not null,
  name text not null check (length(name) between 1 and 120),
  kind text not null check (kind in ('page', 'event')),
  value text not null check (length(value) between 1 and 2000),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (team_id, id),
  foreign key (team_id, website_id) references websites (team_id, id) on delete cascade
);
create unique index goals_name on goals (team_id, website_id, name);
create trigger goals_touch before update on goals for each row
  when ((old.name, old.kind, old.value) is distinct from (new.name, new.kind, new.value))
  execute function touch_updated_at();
create trigger goals_live_made after insert or delete on goals for each row execute function notify_change('goal', 'id');
create trigger goals_live after update on goals for each row when (old.* is distinct from new.*) execute function notify_change('goal');
select pg_temp.share_in_team('goals');
create policy guest on goals for select to sitewatch_guest
  using (team_id = (select current_team_id()) and website_id = any ((select guest_website_ids())::bigint[]));
grant select, insert, update (name, kind, value), delete on goals to sitewatch_user;
grant select (id, team_id, website_id, name, kind, value, created_at, updated_at) on goals to sitewatch_guest;

-- Notes on the chart of a website. They are written by the team and never shown on public pages.
create table annotations (
  id bigint generated always as identity primary key,
  team_id bigint not null references teams on delete cascade,
  website_id bigint not null,
  happened_at timestamptz(3) not null,
  text text not null check (length(text) between 1 and 200),
  link text,
  -- Kept as text: it still says who wrote it when the account or the key is gone.
  author text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (team_id, id),
  foreign key (team_id, website_id) references websites (team_id, id) on delete cascade
);
create index annotations_of_website on annotations (team_id, website_id, happened_at desc, id desc);
create trigger annotations_touch before update on annotations for each row execute function touch_updated_at();
create trigger annotations_live_made after insert or delete on annotations for each row execute function notify_change('annotation');
create trigger annotations_live after update on annotations for each row when (old.* is distinct from new.*)
  execute function notify_change('annotation');
select pg_temp.share_in_team('annotations');
create policy guest on annotations for select to sitewatch_guest
  using (team_id = (select current_team_id()) and website_id = any ((select guest_website_ids())::bigint[]));
create policy worker on annotations to sitewatch_worker using (true);
grant select, insert, update, delete on annotations to sitewatch_user;
grant select on annotations to sitewatch_guest;
grant select, delete on annotations to sitewatch_worker;

-- What a day's visitors are told apart by, together with a key of the operator's that is not in the database. Two days old,
-- it is destroyed, and with it the possibility to find out who a visitor was.
create table visitor_salts (
  day date primary key,
  seed bytea not null check (length(seed) = 32)
);
grant select, insert on visitor_salts to sitewatch_collector;
grant select (day), delete on visitor_salts to sitewatch_worker;

-- What was not counted, and why. The detail is of a closed set, such as the name of a known robot.
create table event_drops (
  team_id bigint not null references teams on delete cascade,
  website_id bigint not null,
  day date not null,
  reason text collate "C" not null check (length(reason) between 1 and 40),
  detail text collate "C" not null default '' check (length(detail) <= 60),
  count bigint not null check (count > 0),
  last_at timestamptz(3) not null,
  primary key (team_id, website_id, day, reason, detail),
  foreign key (team_id, website_id) references websites (team_id, id) on delete cascade
);
create index event_drops_day on event_drops (day);
select pg_temp.share_in_team('event_drops');
create policy collector on event_drops to sitewatch_collector using (true);
create policy worker on event_drops to sitewatch_worker using (true);
create policy worker_deletion on event_drops to sitewatch_worker using (is_closed_team(team_id));
create policy guest on event_drops for select to sitewatch_guest
  using (team_id = (select current_team_id()) and website_id = any ((select guest_website_ids())::bigint[]));
grant select on event_drops to sitewatch_user;
grant select (team_id, website_id, day, reason, detail, count, last_at) on event_drops to sitewatch_guest;
grant select, insert, update (count, last_at) on event_drops to sitewatch_collector;
grant select (team_id, day, ctid), delete on event_drops to sitewatch_worker;

-- Days of websites that could not be counted in advance: each waits by itself, longer after every failure, so that one bad day does
-- not hold up the days of all other websites.
create table stats_build_failures (
  website_id bigint not null,
  day date not null,
  attempts integer not null check (attempts > 0),
  error text not null,
  failed_at timestamptz not null default now(),
  retry_at timestamptz not null,
  primary key (website_id, day)
);
grant select, insert, update, delete on stats_build_failures to sitewatch_worker;

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
  uploaded_bytes bigint not null default 0,
  status text not null default 'uploading' check (status in ('uploading', 'queued', 'running', 'done', 'failed', 'undoing')),
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
  started_at timestamptz(3),
  finished_at timestamptz(3),
  -- Visitors of an import are hashed with a random key of the import, so that nobody can find out their addresses once it has ended.
  visitor_key bytea check (length(visitor_key) = 32),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (team_id, id),
  foreign key (team_id, website_id) references websites (team_id, id) on delete cascade,
  check (uploaded_bytes between 0 and file_bytes),
  check (status = 'uploading' or uploaded_bytes = file_bytes or status = 'undoing'),
  check ((status in ('done', 'failed')) <= (finished_at is not null))
);
create index statistics_imports_of_website on statistics_imports (team_id, website_id, id);
-- One after the other: what an import finds to be there already must not change while it looks.
create unique index statistics_imports_at_work on statistics_imports (website_id) where status in ('queued', 'running');
create index statistics_imports_unfinished on statistics_imports (updated_at) where status in ('uploading', 'queued', 'running', 'undoing');
create trigger statistics_imports_touch before update on statistics_imports for each row execute function touch_updated_at();
create trigger statistics_imports_forget_key before update on statistics_imports for each row
  when (new.visitor_key is not null and new.status not in ('queued', 'running')) execute function forget_visitor_key();
select pg_temp.share_in_team('statistics_imports');
create policy worker on statistics_imports to sitewatch_worker using (true);
-- Statistics include imported days, for guests as well.
create policy guest on statistics_imports for select to sitewatch_guest
  using (team_id = (select current_team_id()) and website_id = any ((select guest_website_ids())::bigint[]));
grant select, insert (team_id, website_id, source, file_name, file_bytes), update (uploaded_bytes, status), delete
  on statistics_imports to sitewatch_user;
grant select on statistics_imports to sitewatch_guest;
grant select, update, delete on statistics_imports to sitewatch_worker;

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
select pg_temp.share_in_team('statistics_import_chunks');
create policy worker on statistics_import_chunks to sitewatch_worker using (true);
grant insert on statistics_import_chunks to sitewatch_user;
grant select, delete on statistics_import_chunks to sitewatch_worker;

-- Reports by e-mail. A schedule says which period of a website is reported next and when to look; a row for each report that
-- was due says what became of it. Both move in one transaction with the job that sends, so a report is planned exactly once.
create table report_schedules (
  team_id bigint not null,
  website_id bigint not null,
  kind text not null check (kind in ('weekly', 'monthly')),
  -- The first local day of the period that is reported next. Null: not planned yet.
  starts_on date,
  -- What was due before reports were switched on is not sent.
  enabled_at timestamptz(3) not null default now(),
  -- When to look at it again. Long past where a setting has changed, so that it is planned anew; the period stays.
  due_at timestamptz(3) not null default 'epoch'::timestamp with time zone,
  -- A report goes to the person who switched it on.
  user_id bigint not null,
  primary key (team_id, user_id, website_id, kind),
  foreign key (team_id, user_id, website_id) references website_preferences (team_id, user_id, website_id) on delete cascade
);
create index report_schedules_due on report_schedules (due_at);
select pg_temp.force_row_security('report_schedules');
create policy worker on report_schedules to sitewatch_worker using (true);
create policy person on report_schedules to sitewatch_user, sitewatch_guest
  using (team_id = (select current_team_id()) and user_id = (select current_user_id()));
grant select on report_schedules to sitewatch_user;
grant select (team_id, website_id, kind, starts_on, enabled_at, due_at, user_id) on report_schedules to sitewatch_guest;
grant select, insert, update, delete on report_schedules to sitewatch_worker;

create table report_sends (
  id bigint generated always as identity primary key,
  team_id bigint not null references teams on delete cascade,
  website_id bigint not null,
  -- A notice says that nothing was counted, in place of the report of that period.
  kind text not null check (kind in ('weekly', 'monthly', 'notice')),
  starts_on date not null,
  ends_on date not null,
  recipient text not null,
  status text not null default 'pending' check (status in ('pending', 'sent', 'quiet', 'skipped', 'failed')),
  reason text,
  attempts integer not null default 0,
  -- Set before a send and cleared when its outcome is known. Found set, we died in between: the next may be a repeat.
  attempt_started_at timestamptz(3),
  possible_repeat boolean not null default false,
  due_at timestamptz(3) not null,
  next_try_at timestamptz(3) not null,
  sent_at timestamptz(3),
  -- Of a notice: visits have been counted again.
  closed_at timestamptz(3),
  user_id bigint not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (team_id, id),
  unique (team_id, website_id, kind, starts_on, recipient),
  foreign key (team_id, user_id) references memberships (team_id, user_id) on delete cascade,
  foreign key (team_id, website_id) references websites (team_id, id) on delete cascade,
  check (starts_on <= ends_on),
  check ((status = 'sent') = (sent_at is not null))
);
create index report_sends_pending on report_sends (next_try_at) where status = 'pending';
create index report_sends_due on report_sends (due_at);
create index report_sends_user on report_sends (team_id, user_id);
create unique index report_sends_open_notice on report_sends (team_id, user_id, website_id) where kind = 'notice' and closed_at is null;
create trigger report_sends_touch before update on report_sends for each row execute function touch_updated_at();
select pg_temp.force_row_security('report_sends');
create policy worker on report_sends to sitewatch_worker using (true);
create policy worker_deletion on report_sends to sitewatch_worker using (is_closed_team(team_id));
-- A guest sees no address of another member.
create policy team on report_sends for select to sitewatch_user using (team_id = (select current_team_id()));
create policy person on report_sends for select to sitewatch_guest
  using (team_id = (select current_team_id()) and user_id = (select current_user_id()));
grant select on report_sends to sitewatch_user;
grant select (id, team_id, website_id, kind, starts_on, ends_on, recipient, status, reason, attempts, attempt_started_at, possible_repeat,
  due_at, next_try_at, sent_at, closed_at, user_id, created_at, updated_at)
  on report_sends to sitewatch_guest;
grant select, insert, update, delete on report_sends to sitewatch_worker;
