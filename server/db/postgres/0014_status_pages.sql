-- What an owner shows to everybody, and who wants to be told of it by mail.
create table status_pages (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  name text not null check (length(name) between 1 and 120),
  -- Both are addresses, so there is one of each in the install, whoever owns it.
  slug text collate "C" not null constraint status_pages_slug unique check (slug ~ '^[a-z0-9-]{3,60}$'),
  domain text collate "C" constraint status_pages_domain unique check (length(domain) <= 253 and domain ~ '^[a-z0-9.-]+$'),
  description text,
  is_public boolean not null,
  show_response_times boolean not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (user_id, id)
);
create trigger status_pages_touch before update on status_pages for each row execute function touch_updated_at();

create table status_page_monitors (
  user_id bigint not null,
  status_page_id bigint not null,
  monitor_id bigint not null,
  position smallint not null,
  label text check (length(label) between 1 and 120),
  primary key (user_id, status_page_id, monitor_id),
  foreign key (user_id, status_page_id) references status_pages (user_id, id) on delete cascade,
  foreign key (user_id, monitor_id) references monitors (user_id, id) on delete cascade
);
create index status_page_monitors_of_monitor on status_page_monitors (user_id, monitor_id);

create table status_page_websites (
  user_id bigint not null,
  status_page_id bigint not null,
  website_id bigint not null,
  position smallint not null,
  primary key (user_id, status_page_id, website_id),
  foreign key (user_id, status_page_id) references status_pages (user_id, id) on delete cascade,
  foreign key (user_id, website_id) references websites (user_id, id) on delete cascade
);
create index status_page_websites_of_website on status_page_websites (user_id, website_id);

-- A row before anybody has agreed is only what a confirmation link needs; it goes after two days.
create table status_subscribers (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  status_page_id bigint not null,
  email text not null check (email = lower(email) and length(email) between 3 and 254),
  confirmed_at timestamptz(3),
  asked_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now(),
  unique (user_id, id),
  unique (user_id, status_page_id, email),
  foreign key (user_id, status_page_id) references status_pages (user_id, id) on delete cascade
);
create index status_subscribers_pending on status_subscribers (user_id, status_page_id, asked_at) where confirmed_at is null;

-- One for each (incident, what is told, subscriber): nobody is told the same twice.
create table status_mails (
  user_id bigint not null,
  incident_id bigint not null,
  kind text not null check (kind in ('opened', 'resolved')),
  subscriber_id bigint not null,
  -- skipped: the incident was over before the mail could go, so there is nothing left to tell.
  status text not null default 'pending' check (status in ('pending', 'sent', 'failed', 'skipped')),
  created_at timestamptz(3) not null default now(),
  sent_at timestamptz(3),
  primary key (user_id, incident_id, kind, subscriber_id),
  foreign key (user_id, incident_id) references incidents (user_id, id) on delete cascade,
  foreign key (user_id, subscriber_id) references status_subscribers (user_id, id) on delete cascade
);
create index status_mails_of_subscriber on status_mails (user_id, subscriber_id);

do $$
declare t text;
begin
  foreach t in array array['status_pages', 'status_page_monitors', 'status_page_websites', 'status_subscribers', 'status_mails'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy owner on %I to sitewatch_user using (user_id = (select current_user_id()))', t);
    execute format('create policy worker on %I to sitewatch_worker using (true)', t);
    execute format('grant select on %I to sitewatch_worker', t);
  end loop;
end $$;
grant select, insert, update, delete on status_pages, status_page_monitors, status_page_websites, status_subscribers
  to sitewatch_user;
grant insert, update on status_mails to sitewatch_worker;
-- A mail names the website; the worker may read nothing else of it.
create policy worker_status_pages on websites for select to sitewatch_worker using (true);
grant select (id, user_id, domain) on websites to sitewatch_worker;

-- Whose page it is, before there is a user: a page that is not public is not there, as one that never was.
create function find_status_page(p_slug text, p_domain text) returns table (user_id bigint, id bigint)
  language sql stable security definer set search_path = sitewatch, pg_temp
  as $$
    select p.user_id, p.id from status_pages p join users u on u.id = p.user_id
    where p.is_public and not u.is_suspended and (p.slug = p_slug or p.domain = p_domain) limit 1
  $$;
alter function find_status_page owner to sitewatch_worker;
revoke all on function find_status_page from public;
grant execute on function find_status_page to sitewatch_auth;

-- When a window begins next, from a moment on; null when never again. By the same wall clock as maintenance_until.
create function maintenance_next(w maintenance_windows, p_at timestamptz) returns timestamptz
  language sql stable
  as $$
    select case when w.repeat = 'none' then case when w.starts_at >= p_at then w.starts_at end else
      ((w.starts_at at time zone w.timezone)
        + greatest(0, ceil(extract(epoch from (p_at at time zone w.timezone) - (w.starts_at at time zone w.timezone))
          / case w.repeat when 'daily' then 86400 else 604800 end))
        * case w.repeat when 'daily' then interval '1 day' else interval '7 days' end) at time zone w.timezone
      end
  $$;

create function add_subscription_job(p_subscriber_id bigint) returns void
  language sql security definer set search_path = sitewatch, pg_temp
  as $$ select graphile_worker.add_job('ask_subscriber', json_build_object('subscriber_id', p_subscriber_id),
    job_key := 'ask ' || p_subscriber_id, priority := 10, max_attempts := 8) $$;
alter function add_subscription_job owner to sitewatch_jobs;
revoke all on function add_subscription_job from public;
grant execute on function add_subscription_job to sitewatch_worker;

-- The owner comes from the setting, never from an argument.
create function ask_subscriber(p_subscriber_id bigint) returns void
  language sql security definer set search_path = sitewatch, pg_temp
  as $$ select add_subscription_job(id) from status_subscribers where user_id = current_user_id() and id = p_subscriber_id $$;
alter function ask_subscriber owner to sitewatch_worker;
revoke all on function ask_subscriber from public;
grant execute on function ask_subscriber to sitewatch_user;

-- Two queues for all pages together, and behind everything else: a thousand subscribers must not hold up one alert.
create function add_tell_job(p_status_page_id bigint, p_incident_id bigint, p_kind text) returns void
  language sql security definer set search_path = sitewatch, pg_temp
  as $$ select graphile_worker.add_job('tell_subscribers',
    json_build_object('status_page_id', p_status_page_id, 'incident_id', p_incident_id, 'kind', p_kind),
    queue_name := 'status mail ' || p_status_page_id % 2, priority := 10, max_attempts := 14,
    job_key := concat_ws(' ', 'tell', p_status_page_id, p_incident_id, p_kind)) $$;
alter function add_tell_job owner to sitewatch_jobs;
revoke all on function add_tell_job from public;
grant execute on function add_tell_job to sitewatch_worker;

-- A job for each page that shows the monitor and has somebody to tell. While a monitor flaps its single ups and downs are
-- not told; when it has calmed down, those who heard of a beginning hear of its end, and of what is still open.
create function announce_to_subscribers(p_monitor_id bigint, p_incident_id bigint, p_kind text) returns void
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$ begin
    perform add_tell_job(p.id, told.id, told.kind)
    from monitors m join status_pages p on p.user_id = m.user_id and p.is_public
      cross join lateral (
        select i.id, p_kind as kind from incidents i
        where p_kind <> 'flapping_ended' and i.user_id = m.user_id and i.id = p_incident_id
        union all
        select i.id, case when i.resolved_at is null then 'opened' else 'resolved' end from incidents i
        where p_kind = 'flapping_ended' and i.user_id = m.user_id and i.monitor_id = m.id
          and i.started_at > now() - interval '2 days'
          and (i.resolved_at is null or exists (select from status_mails t
            where t.user_id = i.user_id and t.incident_id = i.id and t.kind = 'opened' and t.status = 'sent'))
      ) as told
    where m.id = p_monitor_id
      and (exists (select from status_page_monitors x
          where x.user_id = p.user_id and x.status_page_id = p.id and x.monitor_id = m.id)
        or exists (select from status_page_websites x
          where x.user_id = p.user_id and x.status_page_id = p.id and x.website_id = m.website_id))
      and exists (select from status_subscribers s
        where s.user_id = p.user_id and s.status_page_id = p.id and s.confirmed_at is not null)
    order by told.id;
  end $$;
alter function announce_to_subscribers owner to sitewatch_worker;
revoke all on function announce_to_subscribers from public;
grant execute on function announce_to_subscribers to sitewatch_worker;
