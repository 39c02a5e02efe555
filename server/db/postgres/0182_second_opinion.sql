-- The traffic of a website as a second opinion while a check of one of its monitors is in doubt. Checks are judged from Postgres alone, so the
-- worker keeps here how many visits began in the last minutes and how many were expected. A row is asked for by a failed check.
create table traffic_now (
  team_id bigint not null,
  website_id bigint not null,
  asked_at timestamptz(3) not null,
  -- Epoch milliseconds by the clock of checks: every visit that began before is counted. Null: not counted yet.
  counted_until bigint,
  -- Of several windows that end then: seconds, visits, and the expected visits with their interval. Null: not enough data to expect any.
  windows jsonb,
  primary key (team_id, website_id),
  foreign key (team_id, website_id) references websites (team_id, id) on delete cascade,
  check (windows is null or counted_until is not null)
);
create index traffic_now_asked on traffic_now (asked_at);
-- Checks of many teams are judged at once.
create unique index traffic_now_of_website on traffic_now (website_id);

-- The last decision of each check: the incident that follows a held one takes its figures from here.
create table second_opinions (
  team_id bigint not null,
  monitor_id bigint not null,
  location text not null,
  decision text not null check (decision in ('held', 'confirmed_sooner')),
  window_seconds integer not null check (window_seconds > 0),
  visits integer not null check (visits >= 0),
  expected integer not null check (expected >= 0),
  low integer not null check (low >= 0),
  high integer not null check (high >= low),
  decided_at timestamptz(3) not null,
  primary key (team_id, monitor_id, location),
  foreign key (team_id, monitor_id) references monitors (team_id, id) on delete cascade
);

do $$
declare t text;
begin
  foreach t in array array['traffic_now', 'second_opinions'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy team on %I for select to sitewatch_user using (team_id = (select current_team_id()))', t);
    execute format('create policy worker on %I to sitewatch_worker using (true)', t);
    -- Without a policy for guests, the tables look empty to them.
    execute format('grant select on %I to sitewatch_user, sitewatch_guest', t);
    execute format('grant select, insert, update on %I to sitewatch_worker', t);
  end loop;
end $$;

alter table incidents add column second_opinion jsonb;
grant select (second_opinion) on incidents to sitewatch_guest;
