-- The registry of tracked websites.

create table websites (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  -- Lower-case ASCII, as normaliseDomain leaves it. Collated by byte, so that order and search need no locale.
  domain text collate "C" not null check (length(domain) between 1 and 253 and domain ~ '^[a-z0-9.-]+$'),
  privacy smallint not null default 0 check (privacy in (0, 1, 2)),
  password_hash text,
  has_password boolean not null generated always as (password_hash is not null) stored,
  -- Moves with each new password; a viewer's session holds only while it carries the current one.
  password_version integer not null default 0,
  email smallint not null default 0 check (email in (0, 1)),
  exclude_bots smallint not null default 1 check (exclude_bots in (0, 1)),
  exclude_params text,
  exclude_ips text,
  favorite boolean not null default false,
  tracking_id text collate "C" not null unique check (tracking_id ~ '^[0-9A-Za-z]{16}$'),
  timezone text not null default 'UTC',
  retention_days smallint check (retention_days between 1 and 3650),
  honor_dnt boolean not null default false,
  first_event_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  check (privacy <> 2 or password_hash is not null),
  -- The included columns let a list be counted, searched, filtered and paged from the index alone. LIKE and its kin are not
  -- leakproof, so no index on them may go ahead of the policy: a search reads the owner's slice of one of these instead.
  unique (user_id, id) include (domain, favorite),
  unique (user_id, domain) include (id, favorite)
);
-- For counting: a tenth of the size of the others, and twice as fast.
create index websites_user on websites (user_id);

-- Only when a setting has really changed: an update that repeats what is there leaves the version as it was.
create trigger websites_touch before update on websites for each row
  when ((old.privacy, old.password_version, old.email, old.exclude_bots, old.exclude_params, old.exclude_ips, old.favorite,
         old.timezone, old.retention_days, old.honor_dnt)
    is distinct from
        (new.privacy, new.password_version, new.email, new.exclude_bots, new.exclude_params, new.exclude_ips, new.favorite,
         new.timezone, new.retention_days, new.honor_dnt))
  execute function touch_updated_at();

alter table websites enable row level security;
alter table websites force row level security;
create policy owner on websites to sitewatch_user using (user_id = (select current_user_id()));

-- Naming the columns keeps the hash out of a tenant's reach, and domain and tracking id as they were made.
grant select (id, user_id, domain, privacy, has_password, password_version, email, exclude_bots, exclude_params, exclude_ips,
  favorite, tracking_id, timezone, retention_days, honor_dnt, first_event_at, created_at, updated_at),
  insert, delete,
  update (privacy, password_hash, password_version, email, exclude_bots, exclude_params, exclude_ips, favorite, timezone,
    retention_days, honor_dnt)
  on websites to sitewatch_user;

-- Deleted websites whose events are still to be removed. No foreign key to users: it outlives the account too.
create table website_purges (
  website_id bigint primary key,
  user_id bigint not null,
  tracking_id text collate "C" not null,
  status text not null default 'pending' check (status in ('pending', 'done')),
  progress_percent smallint not null default 0 check (progress_percent between 0 and 100),
  deleted_at timestamptz(3) not null default now(),
  finished_at timestamptz(3)
);
create index website_purges_user on website_purges (user_id) where status = 'pending';

alter table website_purges enable row level security;
alter table website_purges force row level security;
create policy owner on website_purges for select to sitewatch_user using (user_id = (select current_user_id()));
create policy jobs on website_purges for insert to sitewatch_jobs with check (true);
create policy worker on website_purges to sitewatch_worker using (true);
grant select on website_purges to sitewatch_user;
grant insert on website_purges to sitewatch_jobs;
grant select, update (status, progress_percent, finished_at), delete on website_purges to sitewatch_worker;

-- In the transaction of the deletion, however it comes about, the deletion of the account included: what is to be purged
-- and the job that does it. One job a user; a job that already runs is followed by another.
create function purge_deleted_websites() returns trigger
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$ begin
    insert into website_purges (website_id, user_id, tracking_id) select id, user_id, tracking_id from gone;
    perform graphile_worker.add_job('purge_website_events', json_build_object('user_id', user_id),
      job_key := 'purge_website_events:' || user_id, max_attempts := 25)
      from (select distinct user_id from gone) as owners;
    return null;
  end $$;
create trigger websites_purge after delete on websites referencing old table as gone
  for each statement execute function purge_deleted_websites();
alter function purge_deleted_websites owner to sitewatch_jobs;
revoke all on function purge_deleted_websites from public;
