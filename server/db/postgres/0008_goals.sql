-- What the owner of a website wants its visitors to do: see a page, or make an event happen. The statistics match a goal
-- with the stored events when they are asked, so a new goal counts for the past as well.
create table goals (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  website_id bigint not null,
  name text not null check (length(name) between 1 and 120),
  kind text not null check (kind in ('page', 'event')),
  value text not null check (length(value) between 1 and 2000),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (user_id, id),
  foreign key (user_id, website_id) references websites (user_id, id) on delete cascade
);
create unique index goals_name on goals (user_id, website_id, name);
create trigger goals_touch before update on goals for each row
  when ((old.name, old.kind, old.value) is distinct from (new.name, new.kind, new.value))
  execute function touch_updated_at();

alter table goals enable row level security;
alter table goals force row level security;
create policy owner on goals to sitewatch_user using (user_id = (select current_user_id()));
grant select, insert, delete, update (name, kind, value) on goals to sitewatch_user;
