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
