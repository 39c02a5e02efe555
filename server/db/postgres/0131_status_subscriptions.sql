-- Subscribers get mails or signed requests (status_webhooks), about all components of a page or about those they chose.
alter table status_subscribers
  alter column email drop not null,
  add column channel text not null default 'email' check (channel in ('email', 'webhook')),
  -- Null: all components, also those added later. Ids of components that left the page are ignored.
  add column monitor_ids bigint[] check (cardinality(monitor_ids) <= 100),
  add column website_ids bigint[] check (cardinality(website_ids) <= 50),
  -- The password of the page that the subscriber knew; null when the page was public.
  add column password_version integer,
  add column failed_in_a_row integer not null default 0,
  add column disabled_at timestamptz(3),
  add constraint status_subscribers_email check ((channel = 'email') = (email is not null)),
  add constraint status_subscribers_choice check ((monitor_ids is null) = (website_ids is null));
grant update (failed_in_a_row, disabled_at) on status_subscribers to sitewatch_worker;
grant select (channel, monitor_ids, website_ids, password_version, failed_in_a_row, disabled_at) on status_subscribers to sitewatch_guest;

create table status_webhooks (
  team_id bigint not null,
  subscriber_id bigint not null,
  status_page_id bigint not null,
  -- The URL and the signing secret: paths of webhooks are secrets, too.
  sealed bytea not null,
  -- SHA-256 of the URL: one subscription for each.
  url_hash bytea not null,
  -- What owners see of the URL.
  origin text not null check (length(origin) between 8 and 300),
  primary key (team_id, subscriber_id),
  unique (team_id, status_page_id, url_hash),
  foreign key (team_id, subscriber_id) references status_subscribers (team_id, id) on delete cascade,
  foreign key (team_id, status_page_id) references status_pages (team_id, id) on delete cascade
);

-- One for each (published update, subscriber): nobody gets the same twice.
create table status_update_messages (
  team_id bigint not null,
  update_id bigint not null,
  subscriber_id bigint not null,
  status text not null default 'pending' check (status in ('pending', 'sent', 'failed')),
  attempts integer not null default 0,
  retry_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  sent_at timestamptz(3),
  primary key (team_id, update_id, subscriber_id),
  foreign key (team_id, update_id) references status_page_announcements (team_id, update_id) on delete cascade,
  foreign key (team_id, subscriber_id) references status_subscribers (team_id, id) on delete cascade
);
create index status_update_messages_of_subscriber on status_update_messages (team_id, subscriber_id);

do $$
declare t text;
begin
  foreach t in array array['status_webhooks', 'status_update_messages'] loop
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
grant insert, update, delete on status_webhooks to sitewatch_user;
grant insert, update on status_update_messages to sitewatch_worker;
