-- What was deployed when, and what it concerns: chosen websites and monitors, those with a tag, or the whole team.
create table deploys (
  id bigint generated always as identity primary key,
  team_id bigint not null references teams on delete cascade,
  version text not null check (length(version) between 1 and 120),
  environment text not null check (length(environment) between 1 and 60),
  commit text check (length(commit) between 1 and 64),
  link text,
  -- Stored, not derived: a deploy must not concern everything once its only website is deleted.
  whole_team boolean not null,
  tags text[] not null default '{}',
  deployed_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (team_id, id),
  -- A pipeline that is retried records its deploy once.
  unique nulls not distinct (team_id, environment, version, commit),
  check (not whole_team or tags = '{}')
);
create index deploys_by_time on deploys (team_id, deployed_at desc, id desc);
create index deploys_expired on deploys (deployed_at);

create table deploy_websites (
  team_id bigint not null,
  deploy_id bigint not null,
  website_id bigint not null,
  primary key (team_id, deploy_id, website_id),
  foreign key (team_id, deploy_id) references deploys (team_id, id) on delete cascade,
  foreign key (team_id, website_id) references websites (team_id, id) on delete cascade
);
create index deploy_websites_of_website on deploy_websites (team_id, website_id);

create table deploy_monitors (
  team_id bigint not null,
  deploy_id bigint not null,
  monitor_id bigint not null,
  primary key (team_id, deploy_id, monitor_id),
  foreign key (team_id, deploy_id) references deploys (team_id, id) on delete cascade,
  foreign key (team_id, monitor_id) references monitors (team_id, id) on delete cascade
);
create index deploy_monitors_of_monitor on deploy_monitors (team_id, monitor_id);

do $$
declare t text;
begin
  foreach t in array array['deploys', 'deploy_websites', 'deploy_monitors'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy team on %I to sitewatch_user using (team_id = (select current_team_id()))', t);
    execute format('create policy writers_insert on %I as restrictive for insert to sitewatch_user with check ((select require_writer()))', t);
    execute format('create policy writers_update on %I as restrictive for update to sitewatch_user using ((select require_writer()))', t);
    execute format('create policy writers_delete on %I as restrictive for delete to sitewatch_user using ((select require_writer()))', t);
    execute format('create policy worker on %I to sitewatch_worker using (true)', t);
    execute format('grant select, insert, delete on %I to sitewatch_user', t);
    -- Without a policy for guests, the tables look empty to them.
    execute format('grant select on %I to sitewatch_guest', t);
    execute format('grant select, delete on %I to sitewatch_worker', t);
  end loop;
end $$;
create trigger deploys_live_made after insert or delete on deploys for each row execute function notify_change('deploy');
