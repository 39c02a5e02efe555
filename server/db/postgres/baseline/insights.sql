-- What is known about the usual traffic of each website. Written by the worker only; anybody who may read the website's statistics may
-- read it, for the band on the chart.
create table traffic_models (
  team_id bigint not null,
  website_id bigint not null,
  -- Null: not enough data yet.
  model jsonb,
  built_at timestamptz(3) not null,
  due_at timestamptz(3) not null,
  primary key (team_id, website_id),
  foreign key (team_id, website_id) references websites (team_id, id) on delete cascade
);
create index traffic_models_due on traffic_models (due_at);
select pg_temp.force_row_security('traffic_models');
create policy team on traffic_models for select to sitewatch_user using (team_id = (select current_team_id()));
create policy guest on traffic_models for select to sitewatch_guest
  using (team_id = (select current_team_id()) and website_id = any ((select guest_website_ids())::bigint[]));
create policy worker on traffic_models to sitewatch_worker using (true);
grant select on traffic_models to sitewatch_user, sitewatch_guest;
grant select, insert, update, delete on traffic_models to sitewatch_worker;

-- What is remembered from one look at the traffic of a website to the next.
create table traffic_watches (
  team_id bigint not null references teams on delete cascade,
  website_id bigint not null,
  -- The addresses of the domain in the last days with normal traffic, and when they were last resolved.
  addresses text[] not null default '{}' check (cardinality(addresses) <= 50),
  resolved_at timestamptz(3),
  -- What the look at its page found then; null: not looked at yet. What was so with normal traffic is no reason for a drop.
  usual jsonb,
  -- Since when traffic is back while an incident is open.
  normal_since timestamptz(3),
  -- When the last annotation about a spike was written.
  spike_at timestamptz(3),
  primary key (team_id, website_id),
  foreign key (team_id, website_id) references websites (team_id, id) on delete cascade
);
create index traffic_watches_to_resolve on traffic_watches (resolved_at nulls first);
select pg_temp.force_row_security('traffic_watches');
create policy worker on traffic_watches to sitewatch_worker using (true);
grant select, insert, update, delete on traffic_watches to sitewatch_worker;

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
select pg_temp.force_row_security('traffic_now');
create policy team on traffic_now for select to sitewatch_user using (team_id = (select current_team_id()));
create policy worker on traffic_now to sitewatch_worker using (true);
grant select on traffic_now to sitewatch_user, sitewatch_guest;
grant select, insert, update on traffic_now to sitewatch_worker;

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
  high integer not null,
  decided_at timestamptz(3) not null,
  primary key (team_id, monitor_id, location),
  foreign key (team_id, monitor_id) references monitors (team_id, id) on delete cascade,
  check (high >= low)
);
select pg_temp.force_row_security('second_opinions');
create policy team on second_opinions for select to sitewatch_user using (team_id = (select current_team_id()));
create policy worker on second_opinions to sitewatch_worker using (true);
grant select on second_opinions to sitewatch_user, sitewatch_guest;
grant select, insert, update on second_opinions to sitewatch_worker;

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
create trigger deploy_verdicts_live after update on deploy_verdicts for each row
  when (old.verdict is distinct from new.verdict or (old.due_at is null) <> (new.due_at is null))
  execute function notify_change('deploy', 'deploy_id');
select pg_temp.share_in_team('deploy_verdicts');
create policy worker on deploy_verdicts to sitewatch_worker using (true);
grant select, insert, update (ends_at, due_at, metrics, verdict, decided_at, updated_at), delete on deploy_verdicts to sitewatch_user;
grant select on deploy_verdicts to sitewatch_guest;
grant select, update (due_at), delete on deploy_verdicts to sitewatch_worker;

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
create trigger objectives_live_made after insert or delete on objectives for each row execute function notify_change('objective');
create trigger objectives_live after update on objectives for each row when (old.* is distinct from new.*)
  execute function notify_change('objective');
create trigger objectives_forget_state after update on objectives for each row
  when ((old.monitor_id, old.website_id, old.measure, old.window_days)
    is distinct from (new.monitor_id, new.website_id, new.measure, new.window_days))
  execute function forget_objective_state();
select pg_temp.share_in_team('objectives');
create policy worker on objectives to sitewatch_worker using (true);
grant select, insert, update, delete on objectives to sitewatch_user;
grant select on objectives to sitewatch_guest, sitewatch_worker;

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
create trigger objective_states_live after update on objective_states for each row
  when ((old.status, old.burning_fast_since, old.burning_slow_since)
    is distinct from (new.status, new.burning_fast_since, new.burning_slow_since))
  execute function notify_change('objective', 'objective_id');
select pg_temp.force_row_security('objective_states');
create policy worker on objective_states to sitewatch_worker using (true);
create policy team on objective_states for select to sitewatch_user using (team_id = (select current_team_id()));
grant select on objective_states to sitewatch_user, sitewatch_guest;
grant select, insert, update, delete on objective_states to sitewatch_worker;

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
select pg_temp.force_row_security('objective_days');
create policy worker on objective_days to sitewatch_worker using (true);
create policy team on objective_days for select to sitewatch_user using (team_id = (select current_team_id()));
grant select on objective_days to sitewatch_user, sitewatch_guest;
grant select, insert, update, delete on objective_days to sitewatch_worker;

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
select pg_temp.force_row_security('objective_alerts');
create policy worker on objective_alerts to sitewatch_worker using (true);
create policy team on objective_alerts for select to sitewatch_user using (team_id = (select current_team_id()));
grant select on objective_alerts to sitewatch_user, sitewatch_guest;
grant select, insert, update, delete on objective_alerts to sitewatch_worker;
alter table notices add constraint notices_objective_alert_fkey foreign key (team_id, objective_alert_id)
  references objective_alerts (team_id, id) on delete cascade;

-- Monthly uptime reports by e-mail: what each is about, who gets it, and what became of every mail that was due. A report moves to the
-- next month in the transaction that inserts its mails and their jobs, so a month is planned exactly once.
create table uptime_reports (
  id bigint generated always as identity primary key,
  team_id bigint not null references teams on delete cascade,
  name text not null,
  -- Exactly one of these three.
  monitor_id bigint,
  tag text,
  status_page_id bigint,
  target double precision not null check (target between 1 and 100),
  timezone text not null,
  -- Null: the language of each recipient.
  language text,
  -- The first day of the month that is reported next, and when that is due.
  next_month date not null check (extract(day from next_month) = 1),
  due_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (team_id, id),
  foreign key (team_id, monitor_id) references monitors (team_id, id) on delete cascade,
  foreign key (team_id, status_page_id) references status_pages (team_id, id) on delete cascade,
  check (num_nonnulls(monitor_id, tag, status_page_id) = 1)
);
create index uptime_reports_due on uptime_reports (due_at);
create index uptime_reports_of_monitor on uptime_reports (team_id, monitor_id);
create index uptime_reports_of_status_page on uptime_reports (team_id, status_page_id);
create trigger uptime_reports_touch before update on uptime_reports for each row execute function touch_updated_at();
select pg_temp.share_in_team('uptime_reports');
create policy worker on uptime_reports to sitewatch_worker using (true);
grant select, insert, update, delete on uptime_reports to sitewatch_user;
grant select on uptime_reports to sitewatch_guest;
grant select, update (next_month, due_at) on uptime_reports to sitewatch_worker;

-- Members only: who leaves the team gets no more mails.
create table uptime_report_recipients (
  team_id bigint not null,
  report_id bigint not null,
  user_id bigint not null,
  primary key (team_id, report_id, user_id),
  foreign key (team_id, report_id) references uptime_reports (team_id, id) on delete cascade,
  foreign key (team_id, user_id) references memberships (team_id, user_id) on delete cascade
);
create index uptime_report_recipients_of_user on uptime_report_recipients (team_id, user_id);
select pg_temp.share_in_team('uptime_report_recipients');
create policy worker on uptime_report_recipients to sitewatch_worker using (true);
grant select, insert, update, delete on uptime_report_recipients to sitewatch_user;
grant select on uptime_report_recipients to sitewatch_guest;
grant select, delete on uptime_report_recipients to sitewatch_worker;

create table uptime_report_sends (
  id bigint generated always as identity primary key,
  team_id bigint not null references teams on delete cascade,
  report_id bigint not null,
  user_id bigint not null,
  month date not null check (extract(day from month) = 1),
  recipient text not null,
  status text not null default 'pending' check (status in ('pending', 'sent', 'skipped', 'failed')),
  reason text,
  attempts integer not null default 0,
  -- Set before a send and cleared when its outcome is known. Found set, we died in between: the next may be a repeat.
  attempt_started_at timestamptz(3),
  possible_repeat boolean not null default false,
  due_at timestamptz(3) not null,
  next_try_at timestamptz(3) not null,
  sent_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (team_id, id),
  -- A month goes to a person once.
  unique (team_id, report_id, user_id, month),
  foreign key (team_id, report_id) references uptime_reports (team_id, id) on delete cascade,
  foreign key (team_id, user_id) references memberships (team_id, user_id) on delete cascade,
  check ((status = 'sent') = (sent_at is not null))
);
create index uptime_report_sends_of_user on uptime_report_sends (team_id, user_id);
create index uptime_report_sends_pending on uptime_report_sends (next_try_at) where status = 'pending';
create index uptime_report_sends_due on uptime_report_sends (due_at);
create trigger uptime_report_sends_touch before update on uptime_report_sends for each row execute function touch_updated_at();
select pg_temp.force_row_security('uptime_report_sends');
create policy worker on uptime_report_sends to sitewatch_worker using (true);
create policy team on uptime_report_sends for select to sitewatch_user using (team_id = (select current_team_id()));
grant select on uptime_report_sends to sitewatch_user, sitewatch_guest;
grant select, insert, update, delete on uptime_report_sends to sitewatch_worker;
