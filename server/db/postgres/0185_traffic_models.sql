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

alter table traffic_models enable row level security;
alter table traffic_models force row level security;
create policy team on traffic_models for select to sitewatch_user using (team_id = (select current_team_id()));
create policy guest on traffic_models for select to sitewatch_guest
  using (team_id = (select current_team_id()) and website_id = any ((select guest_website_ids())::bigint[]));
create policy worker on traffic_models to sitewatch_worker using (true);
grant select on traffic_models to sitewatch_user, sitewatch_guest;
grant select, insert, update, delete on traffic_models to sitewatch_worker;
