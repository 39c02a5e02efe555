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

create table assignment_rule_providers (
  team_id bigint not null references teams on delete cascade,
  rule_id bigint not null,
  provider_id bigint not null,
  primary key (team_id, rule_id, provider_id),
  foreign key (team_id, rule_id) references assignment_rules (team_id, id) on delete cascade,
  foreign key (team_id, provider_id) references providers (team_id, id) on delete cascade
);
create index assignment_rule_providers_of_provider on assignment_rule_providers (team_id, provider_id);

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

do $$
declare t text;
begin
  foreach t in array array['assignment_rules', 'assignment_rule_providers', 'removed_assignments'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy team on %I to sitewatch_user using (team_id = (select current_team_id()))', t);
    execute format('create policy writers_insert on %I as restrictive for insert to sitewatch_user with check ((select require_writer()))', t);
    execute format('create policy writers_update on %I as restrictive for update to sitewatch_user using ((select require_writer()))', t);
    execute format('create policy writers_delete on %I as restrictive for delete to sitewatch_user using ((select require_writer()))', t);
    execute format('create policy worker on %I to sitewatch_worker using (true)', t);
  end loop;
end $$;
grant select, insert, update, delete on assignment_rules to sitewatch_user;
grant select, insert, delete on assignment_rule_providers, removed_assignments to sitewatch_user;
grant select on assignment_rules, assignment_rule_providers, removed_assignments to sitewatch_guest;
grant select on assignment_rules, assignment_rule_providers to sitewatch_worker;
grant select, delete on removed_assignments to sitewatch_worker;

-- The rule that wrote the assignment, as long as nobody has set it by hand; null: set by hand. Deferred, because a rule that is deleted
-- first gives its assignments to the other rules that apply.
alter table assignments add column rule_id bigint,
  add constraint assignments_team_id_rule_id_fkey foreign key (team_id, rule_id) references assignment_rules (team_id, id)
    deferrable initially deferred;
grant select (rule_id) on assignments to sitewatch_guest;
-- As the owner of apply_assignment_rules.
grant insert, update (rule_id), delete on assignments to sitewatch_worker;
grant select (tags) on websites to sitewatch_worker;

create trigger assignment_rules_live_made after insert or delete on assignment_rules for each row execute function notify_change('assignment_rule', 'id');
create trigger assignment_rules_live after update on assignment_rules for each row when (old.* is distinct from new.*)
  execute function notify_change('assignment_rule');
