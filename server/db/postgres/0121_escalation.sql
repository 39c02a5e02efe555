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

create table escalation_steps (
  team_id bigint not null,
  policy_id bigint not null,
  -- From 1.
  position smallint not null check (position between 1 and 10),
  after_minutes smallint not null check (after_minutes between 0 and 1440),
  repeats smallint not null check (repeats between 0 and 10),
  repeat_minutes smallint not null check (repeat_minutes between 1 and 1440),
  primary key (team_id, policy_id, position),
  check (position = 1 or after_minutes > 0),
  foreign key (team_id, policy_id) references escalation_policies (team_id, id) on delete cascade
);

-- A provider that is deleted leaves the step. The API does not delete a schedule that is in a step.
create table escalation_targets (
  team_id bigint not null,
  policy_id bigint not null,
  step smallint not null,
  position smallint not null,
  provider_id bigint,
  schedule_id bigint,
  primary key (team_id, policy_id, step, position),
  check (num_nonnulls(provider_id, schedule_id) = 1),
  foreign key (team_id, policy_id, step) references escalation_steps (team_id, policy_id, position) on delete cascade,
  foreign key (team_id, provider_id) references providers (team_id, id) on delete cascade,
  foreign key (team_id, schedule_id) references on_call_schedules (team_id, id) on delete cascade
);
create index escalation_targets_of_provider on escalation_targets (team_id, provider_id);
create index escalation_targets_of_schedule on escalation_targets (team_id, schedule_id);

-- A tag has one policy, so that two policies never compete for a monitor by the same tag.
create table escalation_tags (
  team_id bigint not null,
  tag text collate "C" not null check (length(tag) between 1 and 50),
  policy_id bigint not null,
  primary key (team_id, tag),
  foreign key (team_id, policy_id) references escalation_policies (team_id, id) on delete cascade
);
create index escalation_tags_of_policy on escalation_tags (team_id, policy_id);

alter table monitors add column escalation_policy_id bigint,
  add constraint monitors_escalation_policy_fkey foreign key (team_id, escalation_policy_id)
    references escalation_policies (team_id, id) on delete set null (escalation_policy_id);
grant select (escalation_policy_id) on monitors to sitewatch_guest;

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
  check ((next_at is null) = (ended is not null) and (next_at is null) = (look_at is null)),
  foreign key (team_id, incident_id) references incidents (team_id, id) on delete cascade,
  foreign key (team_id, policy_id) references escalation_policies (team_id, id) on delete set null (policy_id)
);
create index escalations_due on escalations (look_at) where look_at is not null;
create index escalations_planned on escalations (planned_at) where look_at is not null;
create index escalations_of_policy on escalations (team_id, policy_id);

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

do $$
declare t text;
begin
  foreach t in array array['escalation_policies', 'escalation_steps', 'escalation_targets', 'escalation_tags', 'escalations',
      'escalation_messages'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy team on %I to sitewatch_user using (team_id = (select current_team_id()))', t);
    execute format('create policy writers_insert on %I as restrictive for insert to sitewatch_user with check ((select require_writer()))', t);
    execute format('create policy writers_update on %I as restrictive for update to sitewatch_user using ((select require_writer()))', t);
    execute format('create policy writers_delete on %I as restrictive for delete to sitewatch_user using ((select require_writer()))', t);
    execute format('create policy worker on %I to sitewatch_worker using (true)', t);
    execute format('grant select on %I to sitewatch_worker, sitewatch_user, sitewatch_guest', t);
  end loop;
  foreach t in array array['escalation_policies', 'escalation_steps', 'escalation_targets', 'escalation_tags'] loop
    execute format('grant insert, update, delete on %I to sitewatch_user', t);
  end loop;
end $$;
grant insert, update on escalations to sitewatch_worker;
grant insert on escalation_messages to sitewatch_worker;
create trigger escalation_policies_live_made after insert or delete on escalation_policies for each row
  execute function notify_change('escalation_policy');
create trigger escalation_policies_live after update on escalation_policies for each row when (old.* is distinct from new.*)
  execute function notify_change('escalation_policy');
create trigger escalations_live after update on escalations for each row
  when ((old.position, old.ended) is distinct from (new.position, new.ended)) execute function notify_change('incident', 'incident_id');
