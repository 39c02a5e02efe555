-- Where alerts go.
create table providers (
  id bigint generated always as identity primary key,
  team_id bigint not null references teams on delete cascade,
  provider_type text not null,
  name text,
  -- What may be shown, masks of the secret fields among it; the secrets themselves are sealed beside.
  settings jsonb not null,
  secrets bytea,
  -- Null: whoever is behind the address has not agreed yet, and where strangers may sign up no alert goes there.
  confirmed_at timestamptz(3),
  last_delivery jsonb,
  -- When something last got through, alert or test: what failed before that is no news any more.
  last_success_at timestamptz(3),
  -- What a far side asked for, kept with the provider and not only as the time of a job: the next incident adds a job of its
  -- own for now, and that one must leave the far side alone as well.
  retry_at timestamptz(3),
  -- A default provider is assigned to each monitor that is created without naming its providers. The assignment is an ordinary
  -- row, written once: changing this column later touches no monitor.
  is_default boolean not null default false,
  -- When messages of a provider wait, and which do not; null: never.
  quiet_hours jsonb,
  -- Counts the runs of the job that sends to a provider. A run that another one has followed changes nothing any more: its process was stopped for
  -- longer than a worker may be silent, and continues.
  delivery_run bigint not null default 0,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (team_id, id)
);
create trigger providers_live_made after insert or delete on providers for each row execute function notify_change('provider', 'id');
create trigger providers_live after update on providers for each row when (old.* is distinct from new.*)
  execute function notify_change('provider');
create trigger providers_secrets_changed after update of secrets on providers for each row
  when (old.secrets is distinct from new.secrets) execute function keep_remote_secrets();
create trigger providers_deleted after delete on providers for each row execute function keep_remote_secrets();
create trigger providers_touch before update on providers for each row
  when ((old.name, old.is_default, old.settings, old.secrets, old.quiet_hours)
    is distinct from (new.name, new.is_default, new.settings, new.secrets, new.quiet_hours))
  execute function touch_updated_at();
select pg_temp.share_in_team('providers');
create policy worker_alerts on providers to sitewatch_worker using (true);
create policy worker_deletion on providers to sitewatch_worker using (is_closed_team(team_id));
create policy worker_deletes_closed on providers as restrictive for delete to sitewatch_worker using (is_closed_team(team_id));
grant select, insert, update, delete on providers to sitewatch_user;
grant select (id, team_id, provider_type, name, settings, secrets, confirmed_at, last_delivery, last_success_at, retry_at, is_default,
  quiet_hours, delivery_run, created_at, updated_at)
  on providers to sitewatch_guest;
grant select, update (confirmed_at, last_delivery, last_success_at, retry_at, delivery_run), delete on providers to sitewatch_worker;
-- Secrets are sealed to the id of their row, so the id is drawn before the row is written.
grant usage on sequence providers_id_seq to sitewatch_user;

create table notification_preferences (
  team_id bigint primary key references teams on delete cascade,
  reminder_minutes integer check (reminder_minutes between 5 and 1440),
  sms_per_day integer not null default 50 check (sms_per_day between 0 and 10000),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create trigger notification_preferences_touch before update on notification_preferences
  for each row execute function touch_updated_at();
select pg_temp.share_in_team('notification_preferences');
create policy worker on notification_preferences to sitewatch_worker using (true);
grant select, insert, update on notification_preferences to sitewatch_user;
grant select (team_id, reminder_minutes, sms_per_day, created_at, updated_at) on notification_preferences to sitewatch_guest;
grant select on notification_preferences to sitewatch_worker;

-- Rules that assign providers to monitors: to all monitors, to everything with a tag, or to the monitors of a website.
create table assignment_rules (
  id bigint generated always as identity primary key,
  team_id bigint not null references teams on delete cascade,
  name text check (length(name) between 1 and 120),
  applies_to text not null check (applies_to in ('all', 'tag', 'website')),
  tag text collate "C" check (length(tag) between 1 and 50),
  website_id bigint,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (team_id, id),
  foreign key (team_id, website_id) references websites (team_id, id) on delete cascade,
  check ((applies_to = 'tag') = (tag is not null)),
  check ((applies_to = 'website') = (website_id is not null))
);
create index assignment_rules_of_website on assignment_rules (team_id, website_id) where website_id is not null;
create trigger assignment_rules_touch before update on assignment_rules for each row
  when (old.* is distinct from new.*) execute function touch_updated_at();
create trigger assignment_rules_live_made after insert or delete on assignment_rules for each row
  execute function notify_change('assignment_rule', 'id');
create trigger assignment_rules_live after update on assignment_rules for each row when (old.* is distinct from new.*)
  execute function notify_change('assignment_rule');
create trigger assignment_rules_gone after delete on assignment_rules referencing old table as gone
  for each statement execute function follow_deleted_rules();
select pg_temp.share_in_team('assignment_rules');
create policy worker on assignment_rules to sitewatch_worker using (true);
grant select, insert, update, delete on assignment_rules to sitewatch_user;
grant select on assignment_rules to sitewatch_guest, sitewatch_worker;

create table assignment_rule_providers (
  team_id bigint not null references teams on delete cascade,
  rule_id bigint not null,
  provider_id bigint not null,
  primary key (team_id, rule_id, provider_id),
  foreign key (team_id, provider_id) references providers (team_id, id) on delete cascade,
  foreign key (team_id, rule_id) references assignment_rules (team_id, id) on delete cascade
);
create index assignment_rule_providers_of_provider on assignment_rule_providers (team_id, provider_id);
select pg_temp.share_in_team('assignment_rule_providers');
create policy worker on assignment_rule_providers to sitewatch_worker using (true);
grant select, insert, delete on assignment_rule_providers to sitewatch_user;
grant select on assignment_rule_providers to sitewatch_guest, sitewatch_worker;

create table assignments (
  id bigint generated always as identity primary key,
  team_id bigint not null references teams on delete cascade,
  monitor_id bigint not null,
  provider_id bigint not null,
  enabled boolean not null default true,
  -- The rule that wrote the assignment, as long as nobody has set it by hand; null: set by hand. Deferred, because a rule that is deleted
  -- first gives its assignments to the other rules that apply.
  rule_id bigint,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (team_id, id),
  unique (team_id, monitor_id, provider_id),
  foreign key (team_id, monitor_id) references monitors (team_id, id) on delete cascade,
  foreign key (team_id, provider_id) references providers (team_id, id) on delete cascade,
  foreign key (team_id, rule_id) references assignment_rules (team_id, id) deferrable initially deferred
);
create index assignments_of_provider on assignments (team_id, provider_id);
create index assignments_of_rule on assignments (team_id, rule_id) where rule_id is not null;
create trigger assignments_touch before update on assignments for each row
  when (old.* is distinct from new.*) execute function touch_updated_at();
create trigger assignments_live_made after insert or delete on assignments for each row execute function notify_change('assignment', 'id');
create trigger assignments_live after update on assignments for each row when (old.* is distinct from new.*)
  execute function notify_change('assignment');
create trigger assignments_forget_removed after insert on assignments referencing new table as made
  for each statement execute function forget_removed_assignments();
select pg_temp.share_in_team('assignments');
create policy worker_alerts on assignments to sitewatch_worker using (true);
grant select, insert, update, delete on assignments to sitewatch_user;
grant select (id, team_id, monitor_id, provider_id, enabled, rule_id, created_at, updated_at) on assignments to sitewatch_guest;
-- As the owner of apply_assignment_rules.
grant select, insert, update (rule_id), delete on assignments to sitewatch_worker;

-- Pairs that somebody removed: no rule assigns them again. Assigning the pair by hand deletes its row (forget_removed_assignments).
create table removed_assignments (
  team_id bigint not null references teams on delete cascade,
  monitor_id bigint not null,
  provider_id bigint not null,
  removed_at timestamptz(3) not null default now(),
  primary key (team_id, monitor_id, provider_id),
  foreign key (team_id, monitor_id) references monitors (team_id, id) on delete cascade,
  foreign key (team_id, provider_id) references providers (team_id, id) on delete cascade
);
create index removed_assignments_of_provider on removed_assignments (team_id, provider_id);
select pg_temp.share_in_team('removed_assignments');
create policy worker on removed_assignments to sitewatch_worker using (true);
grant select, insert, delete on removed_assignments to sitewatch_user;
grant select on removed_assignments to sitewatch_guest;
grant select, delete on removed_assignments to sitewatch_worker;

-- Who is on call, and when. Layers and overrides name members of the same schedule, and are replaced as a whole; what refers to other
-- records, and so to a team, is in tables of its own.
create table on_call_schedules (
  id bigint generated always as identity primary key,
  team_id bigint not null references teams on delete cascade,
  name text not null check (length(name) between 1 and 120),
  timezone text not null,
  layers jsonb not null default '[]' check (jsonb_typeof(layers) = 'array'),
  overrides jsonb not null default '[]' check (jsonb_typeof(overrides) = 'array'),
  -- A reader of the calendar needs the token. Its SHA-256 finds the row; sealed with the key of the team, it is shown again.
  calendar_token_hash bytea unique,
  calendar_token_sealed bytea,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (team_id, id),
  check ((calendar_token_hash is null) = (calendar_token_sealed is null))
);
create trigger on_call_schedules_touch before update on on_call_schedules for each row execute function touch_updated_at();
create trigger on_call_schedules_live_made after insert or delete on on_call_schedules for each row
  execute function notify_change('on_call_schedule');
create trigger on_call_schedules_live after update on on_call_schedules for each row when (old.* is distinct from new.*)
  execute function notify_change('on_call_schedule');
select pg_temp.share_in_team('on_call_schedules');
create policy worker on on_call_schedules for select to sitewatch_worker using (true);
grant select, insert, update, delete on on_call_schedules to sitewatch_user;
grant select on on_call_schedules to sitewatch_guest, sitewatch_worker;

create table on_call_members (
  team_id bigint not null,
  schedule_id bigint not null,
  name text not null check (length(name) between 1 and 120),
  position smallint not null,
  -- A person who leaves the team stays in the rotation under the name, until somebody changes the schedule.
  user_id bigint,
  primary key (team_id, schedule_id, name),
  foreign key (team_id, schedule_id) references on_call_schedules (team_id, id) on delete cascade,
  foreign key (team_id, user_id) references memberships (team_id, user_id) on delete set null (user_id)
);
create index on_call_members_of_user on on_call_members (team_id, user_id);
select pg_temp.share_in_team('on_call_members');
create policy worker on on_call_members for select to sitewatch_worker using (true);
grant select, insert, update, delete on on_call_members to sitewatch_user;
grant select on on_call_members to sitewatch_guest, sitewatch_worker;

create table on_call_member_providers (
  team_id bigint not null,
  schedule_id bigint not null,
  member text not null,
  provider_id bigint not null,
  primary key (team_id, schedule_id, member, provider_id),
  foreign key (team_id, provider_id) references providers (team_id, id) on delete cascade,
  foreign key (team_id, schedule_id, member) references on_call_members (team_id, schedule_id, name) on delete cascade
);
create index on_call_member_providers_of_provider on on_call_member_providers (team_id, provider_id);
select pg_temp.share_in_team('on_call_member_providers');
create policy worker on on_call_member_providers for select to sitewatch_worker using (true);
grant select, insert, update, delete on on_call_member_providers to sitewatch_user;
grant select on on_call_member_providers to sitewatch_guest, sitewatch_worker;

-- Who is alerted next while nobody acknowledges an incident.
create table escalation_policies (
  id bigint generated always as identity primary key,
  team_id bigint not null references teams on delete cascade,
  name text not null check (length(name) between 1 and 120),
  repeats smallint not null check (repeats between 0 and 10),
  repeat_minutes smallint not null check (repeat_minutes between 1 and 1440),
  is_default boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (team_id, id)
);
create unique index escalation_policies_default on escalation_policies (team_id) where is_default;
create trigger escalation_policies_touch before update on escalation_policies for each row execute function touch_updated_at();
create trigger escalation_policies_live_made after insert or delete on escalation_policies for each row
  execute function notify_change('escalation_policy');
create trigger escalation_policies_live after update on escalation_policies for each row when (old.* is distinct from new.*)
  execute function notify_change('escalation_policy');
select pg_temp.share_in_team('escalation_policies');
create policy worker on escalation_policies to sitewatch_worker using (true);
grant select, insert, update, delete on escalation_policies to sitewatch_user;
grant select on escalation_policies to sitewatch_guest, sitewatch_worker;
alter table monitors add constraint monitors_escalation_policy_fkey foreign key (team_id, escalation_policy_id)
  references escalation_policies (team_id, id) on delete set null (escalation_policy_id);

create table escalation_steps (
  team_id bigint not null,
  policy_id bigint not null,
  -- From 1.
  position smallint not null check (position between 1 and 10),
  after_minutes smallint not null check (after_minutes between 0 and 1440),
  repeats smallint not null check (repeats between 0 and 10),
  repeat_minutes smallint not null check (repeat_minutes between 1 and 1440),
  primary key (team_id, policy_id, position),
  foreign key (team_id, policy_id) references escalation_policies (team_id, id) on delete cascade,
  check (position = 1 or after_minutes > 0)
);
select pg_temp.share_in_team('escalation_steps');
create policy worker on escalation_steps to sitewatch_worker using (true);
grant select, insert, update, delete on escalation_steps to sitewatch_user;
grant select on escalation_steps to sitewatch_guest, sitewatch_worker;

-- A provider that is deleted leaves the step. The API does not delete a schedule that is in a step.
create table escalation_targets (
  team_id bigint not null,
  policy_id bigint not null,
  step smallint not null,
  position smallint not null,
  provider_id bigint,
  schedule_id bigint,
  primary key (team_id, policy_id, step, position),
  foreign key (team_id, policy_id, step) references escalation_steps (team_id, policy_id, position) on delete cascade,
  foreign key (team_id, provider_id) references providers (team_id, id) on delete cascade,
  foreign key (team_id, schedule_id) references on_call_schedules (team_id, id) on delete cascade,
  check (num_nonnulls(provider_id, schedule_id) = 1)
);
create index escalation_targets_of_provider on escalation_targets (team_id, provider_id);
create index escalation_targets_of_schedule on escalation_targets (team_id, schedule_id);
select pg_temp.share_in_team('escalation_targets');
create policy worker on escalation_targets to sitewatch_worker using (true);
grant select, insert, update, delete on escalation_targets to sitewatch_user;
grant select on escalation_targets to sitewatch_guest, sitewatch_worker;

-- A tag has one policy, so that two policies never compete for a monitor by the same tag.
create table escalation_tags (
  team_id bigint not null,
  tag text collate "C" not null check (length(tag) between 1 and 50),
  policy_id bigint not null,
  primary key (team_id, tag),
  foreign key (team_id, policy_id) references escalation_policies (team_id, id) on delete cascade
);
create index escalation_tags_of_policy on escalation_tags (team_id, policy_id);
select pg_temp.share_in_team('escalation_tags');
create policy worker on escalation_tags to sitewatch_worker using (true);
grant select, insert, update, delete on escalation_tags to sitewatch_user;
grant select on escalation_tags to sitewatch_guest, sitewatch_worker;

-- The escalation of an incident, created in the transaction that alerts. It follows the steps that the policy had then (plan), whatever
-- happens to the policy later, unless it is deleted.
create table escalations (
  team_id bigint not null references teams on delete cascade,
  incident_id bigint not null,
  policy_id bigint,
  policy_name text not null,
  plan jsonb not null,
  -- The message that comes next, from 0: due at next_at, decided at planned_at. A clock before planned_at was set back. The worker looks at
  -- look_at: later than next_at while maintenance holds the message.
  position integer not null default 0,
  planned_at timestamptz(3) not null,
  next_at timestamptz(3),
  look_at timestamptz(3),
  ended text check (ended in ('acknowledged', 'resolved', 'finished', 'policy_deleted')),
  created_at timestamptz(3) not null default now(),
  primary key (team_id, incident_id),
  foreign key (team_id, incident_id) references incidents (team_id, id) on delete cascade,
  foreign key (team_id, policy_id) references escalation_policies (team_id, id) on delete set null (policy_id),
  check ((next_at is null) = (ended is not null) and (next_at is null) = (look_at is null))
);
create index escalations_due on escalations (look_at) where look_at is not null;
create index escalations_planned on escalations (planned_at) where look_at is not null;
create index escalations_of_policy on escalations (team_id, policy_id);
create trigger escalations_live after update on escalations for each row
  when ((old.position, old.ended) is distinct from (new.position, new.ended)) execute function notify_change('incident', 'incident_id');
select pg_temp.share_in_team('escalations');
create policy worker on escalations to sitewatch_worker using (true);
grant select on escalations to sitewatch_user, sitewatch_guest;
grant select, insert, update on escalations to sitewatch_worker;

-- What was sent to whom, or why not. One row for each message: none is sent twice.
create table escalation_messages (
  team_id bigint not null,
  incident_id bigint not null,
  position integer not null,
  step smallint not null,
  round smallint not null,
  repeat smallint not null,
  due_at timestamptz(3) not null,
  at timestamptz(3) not null,
  targets jsonb not null,
  primary key (team_id, incident_id, position),
  foreign key (team_id, incident_id) references escalations (team_id, incident_id) on delete cascade
);
select pg_temp.share_in_team('escalation_messages');
create policy worker on escalation_messages to sitewatch_worker using (true);
grant select on escalation_messages to sitewatch_user, sitewatch_guest;
grant select, insert on escalation_messages to sitewatch_worker;

-- Notices: a certificate or a domain is about to expire or was renewed, a monitor is slow, an error budget burns. A notice is no incident: it
-- has no end and no duration. One row for each expiry and number of days, so that each is sent once, however often it is checked.
create table notices (
  id bigint generated always as identity primary key,
  team_id bigint not null references teams on delete cascade,
  monitor_id bigint not null,
  kind text not null check (kind in ('burn_fast', 'burn_slow', 'domain_expiring', 'domain_renewed', 'expiring', 'renewed', 'slow_ended',
      'slow_started')),
  -- How many days before; 0 for a renewal.
  days smallint check (days between 0 and 365),
  expires_at timestamptz(3),
  p95_ms real,
  slow_ms integer,
  -- A notice about a domain is sent once for all its monitors in a team; monitor_id is one of them.
  domain text,
  -- What it is about: the domain, or else the monitor.
  subject text generated always as (coalesce(domain, monitor_id::text)) stored,
  -- Whose error budget burns; monitor_id is one of the monitors that the objective is about.
  objective_alert_id bigint,
  created_at timestamptz(3) not null default now(),
  constraint notices_subject_key unique (team_id, subject, kind, expires_at, days),
  unique (team_id, id),
  unique (team_id, monitor_id, kind, expires_at, days),
  foreign key (team_id, monitor_id) references monitors (team_id, id) on delete cascade,
  constraint notices_domain_check check ((domain is not null) = (kind in ('domain_expiring', 'domain_renewed'))),
  constraint notices_facts_check check (case when kind in ('burn_fast', 'burn_slow') then objective_alert_id is not null
      when kind in ('slow_started', 'slow_ended') then num_nonnulls(p95_ms, slow_ms) = 2
      else num_nonnulls(days, expires_at) = 2 end)
);
-- Deleting an objective deletes its alerts and their notices.
create index notices_of_objective_alert on notices (team_id, objective_alert_id) where objective_alert_id is not null;
select pg_temp.force_row_security('notices');
create policy worker on notices to sitewatch_worker using (true);
grant select, insert, delete on notices to sitewatch_worker;

-- From an incident to a person. A row for each (incident, provider, what is told); the job that sends it is added in the
-- same transaction, so an incident without its alerts cannot exist.
create table deliveries (
  id bigint generated always as identity primary key,
  team_id bigint not null references teams on delete cascade,
  incident_id bigint,
  monitor_id bigint,
  provider_id bigint not null,
  kind text not null check (kind in ('acknowledged', 'burn_fast', 'burn_slow', 'domain_expiring', 'domain_renewed', 'escalation',
      'expiring', 'flapping_ended', 'flapping_started', 'opened', 'reminder', 'renewed', 'resolved', 'slow_ended', 'slow_started')),
  -- Counts reminders, and spells of flapping within one incident.
  sequence integer not null default 0,
  status text not null default 'pending',
  attempts integer not null default 0,
  last_error text,
  -- Set before a send and cleared when its outcome is known. Found set, we died in between: the next may be a repeat.
  attempt_started_at timestamptz(3),
  possible_repeat boolean not null default false,
  -- Where the 24 hours begin after which we give up; a retry by hand begins them anew.
  horizon_from timestamptz(3) not null default clock_timestamp(),
  sent_at timestamptz(3),
  notice_id bigint,
  -- A delivery that quiet hours hold is pending until they end. It is skipped if its incident is over, or acknowledged, by then.
  held_until timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (team_id, id),
  unique (team_id, incident_id, provider_id, kind, sequence),
  constraint deliveries_notice_fkey foreign key (team_id, notice_id) references notices (team_id, id) on delete cascade,
  foreign key (team_id, incident_id) references incidents (team_id, id) on delete cascade,
  foreign key (team_id, monitor_id) references monitors (team_id, id) on delete cascade,
  foreign key (team_id, provider_id) references providers (team_id, id) on delete cascade,
  check ((status = 'sent') = (sent_at is not null)),
  -- A message about an incident of a website is about no monitor.
  constraint deliveries_monitor_check check (monitor_id is not null or incident_id is not null),
  check (status in ('pending', 'sent', 'failed', 'skipped')),
  -- A delivery is about an incident or about a notice.
  constraint deliveries_subject_check check ((incident_id is null) <> (notice_id is null))
);
create index deliveries_listed on deliveries (team_id, id desc);
create index deliveries_pending on deliveries (provider_id, id) where status = 'pending';
create index deliveries_recent on deliveries (provider_id, sent_at) where sent_at is not null;
-- What was not sent is little; what was is most of the table.
create index deliveries_unsent on deliveries (team_id, provider_id) where status <> 'sent';
-- Counted for a metric, at every scrape.
create index deliveries_failed on deliveries (team_id) where status = 'failed';
-- What a foreign key asks for when the row it points at goes. Without them each deleted row cost a scan.
create index deliveries_of_monitor on deliveries (team_id, monitor_id);
create index deliveries_of_provider on deliveries (team_id, provider_id);
create index deliveries_of_notice on deliveries (team_id, notice_id) where notice_id is not null;
create trigger deliveries_touch before update on deliveries for each row execute function touch_updated_at();
create trigger deliveries_live after update on deliveries for each row
  when (old.status is distinct from new.status) execute function notify_change('delivery');
-- Deliveries and incidents go only with what they belong to, which is told by itself. Telling each took most of the time of a deletion: 70 µs a row.
create trigger deliveries_live_made after insert on deliveries for each row execute function notify_change('delivery', 'id');
select pg_temp.share_in_team('deliveries');
create policy worker on deliveries to sitewatch_worker using (true);
create policy worker_deletion on deliveries to sitewatch_worker using (is_closed_team(team_id));
grant select on deliveries to sitewatch_user;
grant select (id, team_id, incident_id, monitor_id, provider_id, kind, sequence, status, attempts, last_error, attempt_started_at,
  possible_repeat, horizon_from, sent_at, notice_id, held_until, created_at, updated_at)
  on deliveries to sitewatch_guest;
grant select, insert, update, delete on deliveries to sitewatch_worker;

-- Open incidents whose alerts wait for a parent. A table of its own: looking again every minute must change neither the version of the
-- incident nor what the dashboard shows.
create table held_alerts (
  team_id bigint not null references teams on delete cascade,
  incident_id bigint not null,
  look_at timestamptz(3) not null,
  primary key (team_id, incident_id),
  foreign key (team_id, incident_id) references incidents (team_id, id) on delete cascade
);
create index held_alerts_due on held_alerts (look_at);
select pg_temp.force_row_security('held_alerts');
create policy worker on held_alerts to sitewatch_worker using (true);
grant select, insert, update, delete on held_alerts to sitewatch_worker;

-- Some channels (PagerDuty) keep an alert open on the far side until they are told that it is over. A row for each alert that
-- may be open there: written before the message that opens it is sent, removed when the message that ends it was taken. What
-- should be open follows from incidents, flapping and assignments; the difference is closed without telling people.
create table remote_alerts (
  id bigint generated always as identity primary key,
  team_id bigint not null references teams on delete cascade,
  -- No foreign key: the alert outlives the provider.
  provider_id bigint not null,
  provider_type text not null,
  subject text not null check (subject in ('incident', 'flapping', 'test')),
  -- An incident, or the monitor that flaps; 0 for a test.
  subject_id bigint not null,
  -- How to reach the far side once the provider has been deleted, or has got other secrets. Null: as the provider says.
  settings jsonb,
  secrets bytea,
  attempts integer not null default 0,
  retry_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  unique (team_id, id)
);
create unique index remote_alerts_current on remote_alerts (provider_id, subject, subject_id) where settings is null;
create index remote_alerts_of_provider on remote_alerts (provider_id);
select pg_temp.share_in_team('remote_alerts');
create policy worker on remote_alerts to sitewatch_worker using (true);
grant select, insert on remote_alerts to sitewatch_user;
grant select (id, team_id, provider_id, provider_type, subject, subject_id, settings, secrets, attempts, retry_at, created_at)
  on remote_alerts to sitewatch_guest;
grant select, insert, update, delete on remote_alerts to sitewatch_worker;

-- Every SMS that a team has sent, or is about to: alerts and tests, of all its providers, those deleted since included. A
-- row is written before the SMS goes and taken back when the gateway did not take it, so two at once cannot exceed the budget.
create table sms_sends (
  id bigint generated always as identity primary key,
  team_id bigint not null references teams on delete cascade,
  sent_at timestamptz(3) not null,
  unique (team_id, id)
);
create index sms_sends_recent on sms_sends (team_id, sent_at);
select pg_temp.share_in_team('sms_sends');
create policy worker on sms_sends to sitewatch_worker using (true);
grant select, insert, delete on sms_sends to sitewatch_user, sitewatch_worker;
grant select (id, team_id, sent_at) on sms_sends to sitewatch_guest;

-- A flip that concerns nobody goes the way of an alert once a minute: committed with a job, run by a worker. Who watches us
-- from outside is told that we are well only when the last one arrived.
create table canary (
  only_one boolean default true primary key check (only_one),
  flipped_at timestamptz,
  seen_at timestamptz
);
insert into canary default values;
grant select, update on canary to sitewatch_worker;

-- What a team shows to everybody, and who wants to be told of it by mail.
create table status_pages (
  id bigint generated always as identity primary key,
  team_id bigint not null references teams on delete cascade,
  name text not null check (length(name) between 1 and 120),
  -- An address, so there is one of each in the installation, whoever owns it.
  slug text collate "C" not null check (slug ~ '^[a-z0-9-]{3,60}$'),
  -- A name alone is a claim, and a claim keeps nobody out: only the proven one is unique (status_pages_proven_domain).
  domain text collate "C" check (length(domain) <= 253 and domain ~ '^[a-z0-9.-]+$'),
  description text,
  show_response_times boolean not null,
  -- A page is served on a domain only once whoever controls its DNS has said so, by a TXT record with this token. It says which page is meant
  -- and is no secret.
  domain_token uuid not null default gen_random_uuid(),
  domain_verified_at timestamptz(3),
  domain_checked_at timestamptz(3),
  -- Who may open the page.
  visibility text not null,
  password_hash text,
  has_password boolean not null generated always as (password_hash is not null) stored,
  -- Ends the cookies and the subscriptions of those who know only an earlier password.
  password_version integer not null default 0,
  accent_color text check (accent_color ~ '^#[0-9a-f]{6}$'),
  logo bytea check (octet_length(logo) between 1 and 102400),
  logo_type text check (logo_type in ('image/png', 'image/jpeg', 'image/webp')),
  logo_width smallint check (logo_width between 1 and 2000),
  logo_height smallint check (logo_height between 1 and 2000),
  logo_hash text generated always as (left(encode(sha256(logo), 'hex'), 16)) stored,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint status_pages_own_domain unique (team_id, domain),
  constraint status_pages_slug unique (slug),
  unique (team_id, id),
  constraint status_pages_logo check (num_nulls(logo, logo_type, logo_width, logo_height) in (0, 4)),
  constraint status_pages_password check (visibility <> 'password' or password_hash is not null),
  constraint status_pages_visibility check (visibility in ('public', 'password', 'team'))
);
create unique index status_pages_proven_domain on status_pages (domain) where domain_verified_at is not null;
create index status_pages_unproven on status_pages (domain_checked_at nulls first) where domain is not null and domain_verified_at is null;
-- Status pages are told like everything else that is looked at: made, changed, deleted, what they show, and who subscribed.
create trigger status_pages_live_made after insert or delete on status_pages for each row
  execute function notify_change('status_page');
create trigger status_pages_live after update on status_pages for each row when (old.* is distinct from new.*)
  execute function notify_change('status_page');
-- Rendered pages are kept for a while. What a page shows is saved with its settings, which are always written, in one transaction.
create trigger status_pages_notify after insert or delete on status_pages for each row execute function notify_status_page();
-- The version of a page is that of its settings; what we found out about its domain is none.
create trigger status_pages_touch before update of name, slug, domain, description, visibility, password_version, accent_color,
    logo, show_response_times on status_pages
  for each row execute function touch_updated_at();
create trigger status_pages_notify_changed
  after update of name, slug, domain, description, visibility, password_version, accent_color, logo, show_response_times,
    domain_verified_at on status_pages
  for each row execute function notify_status_page();
select pg_temp.share_in_team('status_pages');
create policy worker on status_pages to sitewatch_worker using (true);
grant select, insert, update, delete on status_pages to sitewatch_user;
-- A guest sees no page, but may ask for the same columns as a member.
grant select (id, team_id, name, slug, domain, description, show_response_times, domain_token, domain_verified_at,
  domain_checked_at, visibility, password_hash, has_password, password_version, accent_color, logo, logo_type, logo_width, logo_height,
  logo_hash, created_at, updated_at)
  on status_pages to sitewatch_guest;
grant select, update (domain_verified_at, domain_checked_at) on status_pages to sitewatch_worker;

create table status_page_monitors (
  team_id bigint not null,
  status_page_id bigint not null,
  monitor_id bigint not null,
  position smallint not null,
  label text check (length(label) between 1 and 120),
  -- Components of the same group are shown together, under its name.
  group_name text check (length(group_name) between 1 and 80),
  primary key (team_id, status_page_id, monitor_id),
  foreign key (team_id, monitor_id) references monitors (team_id, id) on delete cascade,
  foreign key (team_id, status_page_id) references status_pages (team_id, id) on delete cascade
);
create index status_page_monitors_of_monitor on status_page_monitors (team_id, monitor_id);
create trigger status_page_monitors_live after insert or update or delete on status_page_monitors for each row
  execute function notify_change('status_page', 'status_page_id');
select pg_temp.share_in_team('status_page_monitors');
create policy worker on status_page_monitors to sitewatch_worker using (true);
grant select, insert, update, delete on status_page_monitors to sitewatch_user;
grant select (team_id, status_page_id, monitor_id, position, label, group_name) on status_page_monitors to sitewatch_guest;
grant select on status_page_monitors to sitewatch_worker;

create table status_page_websites (
  team_id bigint not null,
  status_page_id bigint not null,
  website_id bigint not null,
  position smallint not null,
  label text check (length(label) between 1 and 120),
  group_name text check (length(group_name) between 1 and 80),
  primary key (team_id, status_page_id, website_id),
  foreign key (team_id, status_page_id) references status_pages (team_id, id) on delete cascade,
  foreign key (team_id, website_id) references websites (team_id, id) on delete cascade
);
create index status_page_websites_of_website on status_page_websites (team_id, website_id);
create trigger status_page_websites_live after insert or update or delete on status_page_websites for each row
  execute function notify_change('status_page', 'status_page_id');
select pg_temp.share_in_team('status_page_websites');
create policy worker on status_page_websites to sitewatch_worker using (true);
grant select, insert, update, delete on status_page_websites to sitewatch_user;
grant select (team_id, status_page_id, website_id, position, label, group_name) on status_page_websites to sitewatch_guest;
grant select on status_page_websites to sitewatch_worker;

-- Subscribers get mails or signed requests (status_webhooks), about all components of a page or about those they chose. A row before anybody
-- has agreed is only what a confirmation link needs; it goes after two days.
create table status_subscribers (
  id bigint generated always as identity primary key,
  team_id bigint not null,
  status_page_id bigint not null,
  email text check (email = lower(email) and length(email) between 3 and 254),
  confirmed_at timestamptz(3),
  asked_at timestamptz(3) not null default now(),
  -- The language of the browser that subscribed, for the mails. Null: English.
  language text check (language ~ '^[a-z]{2}$'),
  channel text not null default 'email' check (channel in ('email', 'webhook')),
  -- Null: all components, also those added later. Ids of components that left the page are ignored.
  monitor_ids bigint[] check (cardinality(monitor_ids) <= 100),
  website_ids bigint[] check (cardinality(website_ids) <= 50),
  -- The password of the page that the subscriber knew; null when the page was public.
  password_version integer,
  failed_in_a_row integer not null default 0,
  disabled_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  unique (team_id, id),
  unique (team_id, status_page_id, email),
  foreign key (team_id, status_page_id) references status_pages (team_id, id) on delete cascade,
  constraint status_subscribers_choice check ((monitor_ids is null) = (website_ids is null)),
  constraint status_subscribers_email check ((channel = 'email') = (email is not null))
);
create index status_subscribers_pending on status_subscribers (team_id, status_page_id, asked_at) where confirmed_at is null;
-- Who has only been asked is not counted yet, so nothing shows it.
create trigger status_subscribers_live after update of confirmed_at on status_subscribers for each row
  when (old.confirmed_at is distinct from new.confirmed_at) execute function notify_change('status_page', 'status_page_id');
create trigger status_subscribers_live_gone after delete on status_subscribers for each row
  when (old.confirmed_at is not null) execute function notify_change('status_page', 'status_page_id');
select pg_temp.share_in_team('status_subscribers');
create policy worker on status_subscribers to sitewatch_worker using (true);
create policy worker_deletion on status_subscribers to sitewatch_worker using (is_closed_team(team_id));
create policy worker_deletes_closed on status_subscribers as restrictive for delete to sitewatch_worker using (is_closed_team(team_id));
grant select, insert, update, delete on status_subscribers to sitewatch_user;
grant select (id, team_id, status_page_id, email, confirmed_at, asked_at, language, channel, monitor_ids, website_ids, password_version,
  failed_in_a_row, disabled_at, created_at)
  on status_subscribers to sitewatch_guest;
grant select, update (failed_in_a_row, disabled_at), delete on status_subscribers to sitewatch_worker;

-- One for each (incident, what is told, subscriber): nobody is told the same twice.
create table status_mails (
  team_id bigint not null,
  incident_id bigint not null,
  kind text not null check (kind in ('opened', 'resolved')),
  subscriber_id bigint not null,
  -- skipped: the incident was over before the mail could go, so there is nothing left to tell.
  status text not null default 'pending' check (status in ('pending', 'sent', 'failed', 'skipped')),
  sent_at timestamptz(3),
  -- A subscriber whose mail is refused for now is tried again by a time of its own, behind those who have not been tried.
  attempts integer not null default 0,
  retry_at timestamptz(3),
  -- Of messages to subscribers: an attempt whose outcome is not known. The next one is marked, and the last.
  possible_repeat boolean not null default false,
  created_at timestamptz(3) not null default now(),
  primary key (team_id, incident_id, kind, subscriber_id),
  foreign key (team_id, incident_id) references incidents (team_id, id) on delete cascade,
  foreign key (team_id, subscriber_id) references status_subscribers (team_id, id) on delete cascade
);
create index status_mails_of_subscriber on status_mails (team_id, subscriber_id);
select pg_temp.share_in_team('status_mails');
create policy worker on status_mails to sitewatch_worker using (true);
create policy worker_deletion on status_mails to sitewatch_worker using (is_closed_team(team_id));
create policy worker_deletes_closed on status_mails as restrictive for delete to sitewatch_worker using (is_closed_team(team_id));
grant select, insert, update, delete on status_mails to sitewatch_worker;

create table status_webhooks (
  team_id bigint not null,
  subscriber_id bigint not null,
  status_page_id bigint not null,
  -- The URL and the signing secret: paths of webhooks are secrets, too.
  sealed bytea not null,
  -- SHA-256 of the URL: one subscription for each.
  url_hash bytea not null,
  -- What the team sees of the URL.
  origin text not null check (length(origin) between 8 and 300),
  primary key (team_id, subscriber_id),
  unique (team_id, status_page_id, url_hash),
  foreign key (team_id, status_page_id) references status_pages (team_id, id) on delete cascade,
  foreign key (team_id, subscriber_id) references status_subscribers (team_id, id) on delete cascade
);
select pg_temp.share_in_team('status_webhooks');
create policy worker on status_webhooks to sitewatch_worker using (true);
grant select, insert, update, delete on status_webhooks to sitewatch_user;
grant select on status_webhooks to sitewatch_guest, sitewatch_worker;

-- Incidents and maintenance that people write on a status page, with their updates. The status of one is that of its newest update, so it is
-- stored nowhere else.
create table status_page_incidents (
  id bigint generated always as identity primary key,
  team_id bigint not null,
  status_page_id bigint not null,
  -- Names it in public URLs; reveals neither the id nor how many there are.
  ref text collate "C" not null default left(replace(gen_random_uuid()::text, '-', ''), 12),
  kind text not null check (kind in ('incident', 'maintenance')),
  title text not null check (length(title) between 1 and 200),
  impact text not null check (impact in ('none', 'minor', 'major', 'critical')),
  -- The incident of a monitor that it is about.
  incident_id bigint,
  -- While the window lasts, its monitors open no incidents.
  maintenance_window_id bigint,
  scheduled_for timestamptz(3),
  scheduled_until timestamptz(3),
  -- Null: a draft, which only the team sees.
  published_at timestamptz(3),
  -- Whether people could read it before: publishing it again does not change the times of its updates.
  was_published boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (team_id, id, kind),
  unique (team_id, status_page_id, ref),
  foreign key (team_id, incident_id) references incidents (team_id, id) on delete set null (incident_id),
  foreign key (team_id, maintenance_window_id) references maintenance_windows (team_id, id) on delete set null (maintenance_window_id),
  foreign key (team_id, status_page_id) references status_pages (team_id, id) on delete cascade,
  check ((kind = 'maintenance') = (scheduled_for is not null) and (kind = 'maintenance') = (scheduled_until is not null)),
  check (scheduled_until > scheduled_for),
  check (kind = 'incident' or incident_id is null),
  check (kind = 'maintenance' or maintenance_window_id is null)
);
create index status_page_incidents_of_incident on status_page_incidents (team_id, incident_id) where incident_id is not null;
create index status_page_incidents_of_window on status_page_incidents (team_id, maintenance_window_id)
  where maintenance_window_id is not null;
create trigger status_page_incidents_touch before update on status_page_incidents for each row execute function touch_updated_at();
create trigger status_page_incidents_live after insert or update or delete on status_page_incidents for each row
  execute function notify_change('status_page', 'status_page_id');
select pg_temp.share_in_team('status_page_incidents');
create policy worker on status_page_incidents to sitewatch_worker using (true);
grant select, insert, update, delete on status_page_incidents to sitewatch_user;
grant select on status_page_incidents to sitewatch_guest, sitewatch_worker;

create table status_page_updates (
  id bigint generated always as identity primary key,
  team_id bigint not null,
  page_incident_id bigint not null,
  kind text not null,
  status text not null,
  body text not null check (length(body) between 1 and 5000),
  posted_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (team_id, id),
  foreign key (team_id, page_incident_id, kind) references status_page_incidents (team_id, id, kind) on delete cascade,
  check (status = any(case kind when 'incident' then array['investigating', 'identified', 'monitoring', 'resolved'] else array['scheduled',
      'in_progress', 'verifying', 'completed'] end))
);
create index status_page_updates_of_incident on status_page_updates (team_id, page_incident_id, kind, posted_at desc, id desc);
create trigger status_page_updates_touch before update on status_page_updates for each row execute function touch_updated_at();
select pg_temp.share_in_team('status_page_updates');
create policy worker on status_page_updates to sitewatch_worker using (true);
grant select, insert, update, delete on status_page_updates to sitewatch_user;
grant select on status_page_updates to sitewatch_guest, sitewatch_worker;

-- The components of the page that an update is about: each a monitor or a website that the page shows.
create table status_page_update_components (
  team_id bigint not null,
  update_id bigint not null,
  position smallint not null,
  monitor_id bigint,
  website_id bigint,
  state text not null check (state in ('operational', 'degraded_performance', 'partial_outage', 'major_outage', 'under_maintenance')),
  primary key (team_id, update_id, position),
  unique (team_id, update_id, monitor_id),
  unique (team_id, update_id, website_id),
  foreign key (team_id, monitor_id) references monitors (team_id, id) on delete cascade,
  foreign key (team_id, update_id) references status_page_updates (team_id, id) on delete cascade,
  foreign key (team_id, website_id) references websites (team_id, id) on delete cascade,
  check (num_nonnulls(monitor_id, website_id) = 1)
);
create index status_page_update_components_of_monitor on status_page_update_components (team_id, monitor_id) where monitor_id is not null;
create index status_page_update_components_of_website on status_page_update_components (team_id, website_id) where website_id is not null;
select pg_temp.share_in_team('status_page_update_components');
create policy worker on status_page_update_components to sitewatch_worker using (true);
grant select, insert, update, delete on status_page_update_components to sitewatch_user;
grant select on status_page_update_components to sitewatch_guest, sitewatch_worker;

-- An update was published and its readers should hear of it, once: a row of the transaction that published it (announce_page_update).
create table status_page_announcements (
  team_id bigint not null,
  update_id bigint not null,
  status_page_id bigint not null,
  -- The components that it is about; none: the whole page.
  monitor_ids bigint[] not null,
  website_ids bigint[] not null,
  created_at timestamptz(3) not null default now(),
  primary key (team_id, update_id),
  foreign key (team_id, status_page_id) references status_pages (team_id, id) on delete cascade,
  foreign key (team_id, update_id) references status_page_updates (team_id, id) on delete cascade
);
create index status_page_announcements_of_page on status_page_announcements (team_id, status_page_id);
create trigger status_page_announcements_tell after insert on status_page_announcements
  for each row execute function tell_of_announcement();
select pg_temp.share_in_team('status_page_announcements');
create policy worker on status_page_announcements to sitewatch_worker using (true);
grant select on status_page_announcements to sitewatch_user, sitewatch_guest;
grant select, insert on status_page_announcements to sitewatch_worker;

-- Texts to start an incident or maintenance from, for all pages of the team.
create table status_page_templates (
  id bigint generated always as identity primary key,
  team_id bigint not null references teams on delete cascade,
  name text not null check (length(name) between 1 and 120),
  kind text not null check (kind in ('incident', 'maintenance')),
  title text not null check (length(title) between 1 and 200),
  impact text not null check (impact in ('none', 'minor', 'major', 'critical')),
  status text not null,
  body text not null check (length(body) between 1 and 5000),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint status_page_templates_name unique (team_id, name),
  check (status = any(case kind when 'incident' then array['investigating', 'identified', 'monitoring', 'resolved'] else array['scheduled',
      'in_progress', 'verifying', 'completed'] end))
);
create trigger status_page_templates_touch before update on status_page_templates for each row execute function touch_updated_at();
select pg_temp.share_in_team('status_page_templates');
create policy worker on status_page_templates to sitewatch_worker using (true);
grant select, insert, update, delete on status_page_templates to sitewatch_user;
grant select on status_page_templates to sitewatch_guest, sitewatch_worker;

-- One for each (published update, subscriber): nobody gets the same twice.
create table status_update_messages (
  team_id bigint not null,
  update_id bigint not null,
  subscriber_id bigint not null,
  status text not null default 'pending' check (status in ('pending', 'sent', 'failed')),
  attempts integer not null default 0,
  retry_at timestamptz(3),
  sent_at timestamptz(3),
  possible_repeat boolean not null default false,
  created_at timestamptz(3) not null default now(),
  primary key (team_id, update_id, subscriber_id),
  foreign key (team_id, subscriber_id) references status_subscribers (team_id, id) on delete cascade,
  foreign key (team_id, update_id) references status_page_announcements (team_id, update_id) on delete cascade
);
create index status_update_messages_of_subscriber on status_update_messages (team_id, subscriber_id);
select pg_temp.share_in_team('status_update_messages');
create policy worker on status_update_messages to sitewatch_worker using (true);
grant select on status_update_messages to sitewatch_user, sitewatch_guest;
grant select, insert, update on status_update_messages to sitewatch_worker;
