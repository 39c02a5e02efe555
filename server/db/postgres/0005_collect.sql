-- Collecting events. sitewatch_collector takes whatever the internet sends, so it may do very little: read the settings of
-- websites, say that one has had its first event, read and make the key of a day, count what was dropped, append to the
-- inbox.

create policy collector on websites for select to sitewatch_collector using (true);
create policy collector_update on websites for update to sitewatch_collector using (true);
grant select (id, user_id, domain, exclude_bots, exclude_params, exclude_ips, tracking_id, retention_days, honor_dnt, first_event_at),
  update (first_event_at) on websites to sitewatch_collector;
create policy collector on users for select to sitewatch_collector using (true);
grant select (id, is_suspended) on users to sitewatch_collector;

-- Told to every collector, which keeps settings in memory. An empty payload means: all of them.
create function notify_website() returns trigger
  language plpgsql
  as $$ begin
    perform pg_notify('websites', coalesce(new.tracking_id, old.tracking_id));
    return null;
  end $$;
create trigger websites_notify_made after insert or delete on websites for each row execute function notify_website();
create trigger websites_notify after update on websites for each row
  when ((old.exclude_bots, old.exclude_params, old.exclude_ips, old.retention_days, old.honor_dnt)
    is distinct from (new.exclude_bots, new.exclude_params, new.exclude_ips, new.retention_days, new.honor_dnt))
  execute function notify_website();

create function notify_all_websites() returns trigger
  language plpgsql
  as $$ begin
    perform pg_notify('websites', '');
    return null;
  end $$;
create trigger users_notify_websites after update on users for each row
  when (old.is_suspended is distinct from new.is_suspended) execute function notify_all_websites();

create function notify_first_event() returns trigger
  language plpgsql
  as $$ begin
    perform pg_notify('first_events', new.id::text);
    return null;
  end $$;
create trigger websites_first_event after update on websites for each row
  when (old.first_event_at is null and new.first_event_at is not null) execute function notify_first_event();

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
  user_id bigint not null references users on delete cascade,
  website_id bigint not null,
  day date not null,
  reason text collate "C" not null check (length(reason) between 1 and 40),
  detail text collate "C" not null default '' check (length(detail) <= 60),
  count bigint not null check (count > 0),
  last_at timestamptz(3) not null,
  primary key (user_id, website_id, day, reason, detail),
  foreign key (user_id, website_id) references websites (user_id, id) on delete cascade
);
create index event_drops_day on event_drops (day);

alter table event_drops enable row level security;
alter table event_drops force row level security;
create policy owner on event_drops for select to sitewatch_user using (user_id = (select current_user_id()));
create policy collector on event_drops to sitewatch_collector using (true);
create policy worker on event_drops to sitewatch_worker using (true);
grant select on event_drops to sitewatch_user;
grant select, insert, update (count, last_at) on event_drops to sitewatch_collector;
grant select (day), delete on event_drops to sitewatch_worker;

-- Events that a setting keeps out of the statistics are loaded apart.
alter table inbox drop constraint inbox_kind_check;
alter table inbox add constraint inbox_kind_check check (kind in ('checks', 'events', 'filtered_events'));
