-- Objectives: a target for a monitor or a website over a rolling window, by the clock or by visits. The error budget is computed from incidents
-- when it is read; only what cannot be computed again is stored: since when the budget burns, so that a burn is announced once.
create table objectives (
  id bigint generated always as identity primary key,
  team_id bigint not null references teams on delete cascade,
  name text not null check (length(name) between 1 and 120),
  -- Exactly one of these two.
  monitor_id bigint,
  website_id bigint,
  target double precision not null check (target between 1 and 99.999),
  window_days smallint not null check (window_days in (7, 28, 30, 90)),
  measure text not null check (measure in ('clock', 'visitors')),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (team_id, id),
  foreign key (team_id, monitor_id) references monitors (team_id, id) on delete cascade,
  foreign key (team_id, website_id) references websites (team_id, id) on delete cascade,
  check (num_nonnulls(monitor_id, website_id) = 1)
);
create index objectives_of_monitor on objectives (team_id, monitor_id);
create index objectives_of_website on objectives (team_id, website_id);
create trigger objectives_touch before update on objectives for each row execute function touch_updated_at();

-- Written by the worker.
create table objective_states (
  team_id bigint not null,
  objective_id bigint not null,
  status text not null default 'no_data' check (status in ('met', 'at_risk', 'missed', 'no_data')),
  burning_fast_since timestamptz(3),
  burning_slow_since timestamptz(3),
  burn_rate_fast double precision,
  burn_rate_slow double precision,
  evaluated_at timestamptz(3),
  primary key (team_id, objective_id),
  foreign key (team_id, objective_id) references objectives (team_id, id) on delete cascade
) with (fillfactor = 70);

-- Of objectives by visits: each day in UTC, with the model of expected visits of that time, so that a later model changes no past figure.
create table objective_days (
  team_id bigint not null,
  objective_id bigint not null,
  day date not null,
  visits_seen double precision not null check (visits_seen >= 0),
  visits_failed double precision not null check (visits_failed >= 0),
  -- All visits of the day are loaded: it is not counted again.
  is_final boolean not null default false,
  primary key (team_id, objective_id, day),
  foreign key (team_id, objective_id) references objectives (team_id, id) on delete cascade
);

create table objective_alerts (
  id bigint generated always as identity primary key,
  team_id bigint not null,
  objective_id bigint not null,
  burn text not null check (burn in ('fast', 'slow')),
  burn_rate double precision not null,
  lookback_seconds integer not null check (lookback_seconds > 0),
  budget_left_percent double precision not null,
  happened_at timestamptz(3) not null,
  unique (team_id, id),
  foreign key (team_id, objective_id) references objectives (team_id, id) on delete cascade
);
create index objective_alerts_of_objective on objective_alerts (team_id, objective_id, happened_at);

do $$
declare t text;
begin
  foreach t in array array['objectives', 'objective_states', 'objective_days', 'objective_alerts'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy worker on %I to sitewatch_worker using (true)', t);
    -- Without a policy for guests, the tables look empty to them.
    execute format('grant select on %I to sitewatch_user, sitewatch_guest', t);
    execute format('grant select on %I to sitewatch_worker', t);
  end loop;
  foreach t in array array['objective_states', 'objective_days', 'objective_alerts'] loop
    execute format('create policy team on %I for select to sitewatch_user using (team_id = (select current_team_id()))', t);
    execute format('grant insert, update, delete on %I to sitewatch_worker', t);
  end loop;
end $$;
create policy team on objectives to sitewatch_user using (team_id = (select current_team_id()));
create policy writers_insert on objectives as restrictive for insert to sitewatch_user with check ((select require_writer()));
create policy writers_update on objectives as restrictive for update to sitewatch_user using ((select require_writer()));
create policy writers_delete on objectives as restrictive for delete to sitewatch_user using ((select require_writer()));
grant insert, update, delete on objectives to sitewatch_user;
create trigger objectives_live_made after insert or delete on objectives for each row execute function notify_change('objective');
create trigger objectives_live after update on objectives for each row when (old.* is distinct from new.*)
  execute function notify_change('objective');
create trigger objective_states_live after update on objective_states for each row
  when ((old.status, old.burning_fast_since, old.burning_slow_since) is distinct from (new.status, new.burning_fast_since, new.burning_slow_since))
  execute function notify_change('objective', 'objective_id');
