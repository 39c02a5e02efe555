-- An incident of kind "traffic": every check is green, but the visits of a website collapsed. It belongs to the website, and to no monitor.
alter table incidents
  alter column monitor_id drop not null,
  add column kind text not null default 'check' check (kind in ('check', 'traffic')),
  add column website_id bigint,
  -- What was judged: the span, the visits expected in it with their interval, and those that came.
  add column traffic jsonb,
  add constraint incidents_team_id_website_id_fkey foreign key (team_id, website_id) references websites (team_id, id) on delete cascade,
  add constraint incidents_subject_check check (case kind when 'check' then monitor_id is not null and website_id is null and traffic is null
    else monitor_id is null and website_id is not null and traffic is not null end),
  add constraint incidents_traffic_cause_check check (kind <> 'traffic' or cause_kind in ('snippet_missing', 'blocked_by_csp', 'page_error',
    'redirects_elsewhere', 'dns_changed', 'collector_unreachable', 'unknown')),
  -- Made anew with a condition: a range from null to null has no bounds, so it would overlap with the incidents of every monitor.
  drop constraint incidents_do_not_overlap,
  add constraint incidents_do_not_overlap exclude using gist (
    int8range(monitor_id, monitor_id, '[]') with &&, tstzrange(started_at, resolved_at) with &&) where (monitor_id is not null),
  add constraint incidents_of_website_do_not_overlap exclude using gist (
    int8range(website_id, website_id, '[]') with &&, tstzrange(started_at, resolved_at) with &&) where (website_id is not null);
grant select (kind, website_id, traffic) on incidents to sitewatch_guest;
drop policy guest on incidents;
create policy guest on incidents for select to sitewatch_guest using (team_id = (select current_team_id()) and case kind
  when 'check' then exists (select from monitors m where m.team_id = incidents.team_id and m.id = monitor_id)
  else website_id = any ((select guest_website_ids())::bigint[]) end);

-- A message about such an incident is about no monitor, either.
alter table deliveries
  alter column monitor_id drop not null,
  add constraint deliveries_monitor_check check (monitor_id is not null or incident_id is not null);

-- Whether drops of the traffic open incidents; it has an effect only with enough traffic.
alter table websites add column traffic_alerts boolean not null default true;
grant select (traffic_alerts) on websites to sitewatch_user, sitewatch_guest, sitewatch_worker;
grant update (traffic_alerts) on websites to sitewatch_user;
grant select (tracking_id) on websites to sitewatch_worker;
drop trigger websites_touch on websites;
create trigger websites_touch before update on websites for each row
  when ((old.privacy, old.password_version, old.exclude_bots, old.exclude_params, old.exclude_ips, old.timezone, old.retention_days,
         old.honor_dnt, old.indexable, old.tags, old.traffic_alerts)
    is distinct from
        (new.privacy, new.password_version, new.exclude_bots, new.exclude_params, new.exclude_ips, new.timezone, new.retention_days,
         new.honor_dnt, new.indexable, new.tags, new.traffic_alerts))
  execute function touch_updated_at();

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
alter table traffic_watches enable row level security;
alter table traffic_watches force row level security;
create policy worker on traffic_watches to sitewatch_worker using (true);
grant select, insert, update, delete on traffic_watches to sitewatch_worker;
