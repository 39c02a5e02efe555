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

create table on_call_members (
  team_id bigint not null,
  schedule_id bigint not null,
  name text not null check (length(name) between 1 and 120),
  position smallint not null,
  -- A person who leaves the team stays in the rotation under the name, until somebody changes the schedule.
  user_id bigint,
  primary key (team_id, schedule_id, name),
  foreign key (team_id, schedule_id) references on_call_schedules (team_id, id) on delete cascade,
  foreign key (team_id, user_id) references memberships on delete set null (user_id)
);
create index on_call_members_of_user on on_call_members (team_id, user_id);

create table on_call_member_providers (
  team_id bigint not null,
  schedule_id bigint not null,
  member text not null,
  provider_id bigint not null,
  primary key (team_id, schedule_id, member, provider_id),
  foreign key (team_id, schedule_id, member) references on_call_members (team_id, schedule_id, name) on delete cascade,
  foreign key (team_id, provider_id) references providers (team_id, id) on delete cascade
);
create index on_call_member_providers_of_provider on on_call_member_providers (team_id, provider_id);

do $$
declare t text;
begin
  foreach t in array array['on_call_schedules', 'on_call_members', 'on_call_member_providers'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy team on %I to sitewatch_user using (team_id = (select current_team_id()))', t);
    execute format('create policy writers_insert on %I as restrictive for insert to sitewatch_user with check ((select require_writer()))', t);
    execute format('create policy writers_update on %I as restrictive for update to sitewatch_user using ((select require_writer()))', t);
    execute format('create policy writers_delete on %I as restrictive for delete to sitewatch_user using ((select require_writer()))', t);
    execute format('create policy worker on %I for select to sitewatch_worker using (true)', t);
    execute format('grant select, insert, update, delete on %I to sitewatch_user', t);
    execute format('grant select on %I to sitewatch_worker, sitewatch_guest', t);
  end loop;
end $$;
create trigger on_call_schedules_live_made after insert or delete on on_call_schedules for each row
  execute function notify_change('on_call_schedule');
create trigger on_call_schedules_live after update on on_call_schedules for each row when (old.* is distinct from new.*)
  execute function notify_change('on_call_schedule');
