-- What a deploy changed for a website that it concerns, compared with before: looked at again and again until it ends.
create table deploy_verdicts (
  team_id bigint not null references teams on delete cascade,
  deploy_id bigint not null,
  website_id bigint not null,
  -- How many of the deploy are compared: the chance of being wrong is divided among them.
  websites integer not null check (websites between 1 and 20),
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  -- When it is looked at next; null when it has ended.
  due_at timestamptz(3),
  metrics jsonb not null default '[]' check (jsonb_typeof(metrics) = 'array'),
  verdict text check (verdict in ('better', 'no_difference', 'worse', 'not_enough_traffic')),
  decided_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (team_id, deploy_id, website_id),
  foreign key (team_id, deploy_id) references deploys (team_id, id) on delete cascade,
  foreign key (team_id, website_id) references websites (team_id, id) on delete cascade,
  check (ends_at >= starts_at),
  check ((verdict is null) = (decided_at is null)),
  check (due_at is not null or verdict is not null)
);
create index deploy_verdicts_of_website on deploy_verdicts (team_id, website_id, starts_at);
create index deploy_verdicts_due on deploy_verdicts (due_at) where due_at is not null;
create trigger deploy_verdicts_touch before update on deploy_verdicts for each row execute function touch_updated_at();

alter table deploy_verdicts enable row level security;
alter table deploy_verdicts force row level security;
create policy team on deploy_verdicts to sitewatch_user using (team_id = (select current_team_id()));
create policy writers_insert on deploy_verdicts as restrictive for insert to sitewatch_user with check ((select require_writer()));
create policy writers_update on deploy_verdicts as restrictive for update to sitewatch_user using ((select require_writer()));
create policy writers_delete on deploy_verdicts as restrictive for delete to sitewatch_user using ((select require_writer()));
create policy worker on deploy_verdicts to sitewatch_worker using (true);
grant select, insert, delete, update (ends_at, due_at, metrics, verdict, decided_at, updated_at) on deploy_verdicts to sitewatch_user;
-- Without a policy for guests, the table looks empty to them, as that of deploys does.
grant select on deploy_verdicts to sitewatch_guest;
grant select, delete, update (due_at) on deploy_verdicts to sitewatch_worker;
create trigger deploy_verdicts_live after update on deploy_verdicts for each row
  when (old.verdict is distinct from new.verdict or (old.due_at is null) <> (new.due_at is null))
  execute function notify_change('deploy', 'deploy_id');
