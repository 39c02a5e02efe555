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

-- Members only: who leaves the team gets no more mails.
create table uptime_report_recipients (
  team_id bigint not null,
  report_id bigint not null,
  user_id bigint not null,
  primary key (team_id, report_id, user_id),
  foreign key (team_id, report_id) references uptime_reports (team_id, id) on delete cascade,
  foreign key (team_id, user_id) references memberships on delete cascade
);
create index uptime_report_recipients_of_user on uptime_report_recipients (team_id, user_id);

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
  foreign key (team_id, user_id) references memberships on delete cascade,
  check ((status = 'sent') = (sent_at is not null))
);
create index uptime_report_sends_of_user on uptime_report_sends (team_id, user_id);
create index uptime_report_sends_pending on uptime_report_sends (next_try_at) where status = 'pending';
create index uptime_report_sends_due on uptime_report_sends (due_at);
create trigger uptime_report_sends_touch before update on uptime_report_sends for each row execute function touch_updated_at();

do $$
declare t text;
begin
  foreach t in array array['uptime_reports', 'uptime_report_recipients', 'uptime_report_sends'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy worker on %I to sitewatch_worker using (true)', t);
    -- Without a policy for guests, the tables look empty to them.
    execute format('grant select on %I to sitewatch_user, sitewatch_guest', t);
  end loop;
  foreach t in array array['uptime_reports', 'uptime_report_recipients'] loop
    execute format('create policy team on %I to sitewatch_user using (team_id = (select current_team_id()))', t);
    execute format('create policy writers_insert on %I as restrictive for insert to sitewatch_user with check ((select require_writer()))', t);
    execute format('create policy writers_update on %I as restrictive for update to sitewatch_user using ((select require_writer()))', t);
    execute format('create policy writers_delete on %I as restrictive for delete to sitewatch_user using ((select require_writer()))', t);
    execute format('grant insert, update, delete on %I to sitewatch_user', t);
  end loop;
end $$;
create policy team on uptime_report_sends for select to sitewatch_user using (team_id = (select current_team_id()));
grant select, update (next_month, due_at) on uptime_reports to sitewatch_worker;
grant select, delete on uptime_report_recipients to sitewatch_worker;
grant select, insert, update, delete on uptime_report_sends to sitewatch_worker;
