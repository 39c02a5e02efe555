-- Notes on the chart of a website. They are written by the team and never shown on public pages.
create table annotations (
  id bigint generated always as identity primary key,
  team_id bigint not null references teams on delete cascade,
  website_id bigint not null,
  happened_at timestamptz(3) not null,
  text text not null check (length(text) between 1 and 200),
  link text,
  -- Kept as text: it still says who wrote it when the account or the key is gone.
  author text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (team_id, id),
  foreign key (team_id, website_id) references websites (team_id, id) on delete cascade
);
create index annotations_of_website on annotations (team_id, website_id, happened_at desc, id desc);
create trigger annotations_touch before update on annotations for each row execute function touch_updated_at();

alter table annotations enable row level security;
alter table annotations force row level security;
create policy team on annotations to sitewatch_user using (team_id = (select current_team_id()));
create policy writers_insert on annotations as restrictive for insert to sitewatch_user with check ((select require_writer()));
create policy writers_update on annotations as restrictive for update to sitewatch_user using ((select require_writer()));
create policy writers_delete on annotations as restrictive for delete to sitewatch_user using ((select require_writer()));
create policy guest on annotations for select to sitewatch_guest
  using (team_id = (select current_team_id()) and website_id = any ((select guest_website_ids())::bigint[]));
create policy worker on annotations to sitewatch_worker using (true);
grant select, insert, update, delete on annotations to sitewatch_user;
grant select on annotations to sitewatch_guest;
grant select, delete on annotations to sitewatch_worker;
create trigger annotations_live_made after insert or delete on annotations for each row execute function notify_change('annotation');
create trigger annotations_live after update on annotations for each row when (old.* is distinct from new.*)
  execute function notify_change('annotation');
