-- Reports by e-mail. A schedule says which period of a website is reported next and when to look; a row for each report that
-- was due says what became of it. Both move in one transaction with the job that sends, so a report is planned exactly once.
create table report_schedules (
  user_id bigint not null,
  website_id bigint not null,
  kind text not null check (kind in ('weekly', 'monthly')),
  -- The first local day of the period that is reported next. Null: not planned yet.
  starts_on date,
  -- What was due before reports were switched on is not sent.
  enabled_at timestamptz(3) not null default now(),
  -- When to look at it again. Long past where a setting has changed, so that it is planned anew; the period stays.
  due_at timestamptz(3) not null default 'epoch',
  primary key (user_id, website_id, kind),
  foreign key (user_id, website_id) references websites (user_id, id) on delete cascade
);
create index report_schedules_due on report_schedules (due_at);

create table report_sends (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  website_id bigint not null,
  -- A notice says that nothing was counted, in place of the report of that period.
  kind text not null check (kind in ('weekly', 'monthly', 'notice')),
  starts_on date not null,
  ends_on date not null,
  recipient text not null,
  status text not null default 'pending' check (status in ('pending', 'sent', 'quiet', 'skipped', 'failed')),
  reason text,
  attempts integer not null default 0,
  -- Set before a send and cleared when its outcome is known. Found set, we died in between: the next may be a repeat.
  attempt_started_at timestamptz(3),
  possible_repeat boolean not null default false,
  due_at timestamptz(3) not null,
  next_try_at timestamptz(3) not null,
  sent_at timestamptz(3),
  -- Of a notice: visits have been counted again.
  closed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (user_id, id),
  unique (user_id, website_id, kind, starts_on, recipient),
  foreign key (user_id, website_id) references websites (user_id, id) on delete cascade,
  check (starts_on <= ends_on),
  check ((status = 'sent') = (sent_at is not null))
);
-- One notice until visits return, whichever report was the first to miss them.
create unique index report_sends_open_notice on report_sends (user_id, website_id) where kind = 'notice' and closed_at is null;
create index report_sends_pending on report_sends (next_try_at) where status = 'pending';
create index report_sends_due on report_sends (due_at);
create trigger report_sends_touch before update on report_sends for each row execute function touch_updated_at();

do $$
declare t text;
begin
  foreach t in array array['report_schedules', 'report_sends'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy owner on %I to sitewatch_user using (user_id = (select current_user_id()))', t);
    execute format('create policy worker on %I to sitewatch_worker using (true)', t);
    execute format('grant select on %I to sitewatch_user', t);
    execute format('grant select, insert, update, delete on %I to sitewatch_worker', t);
  end loop;
end $$;
-- To know where a report goes and when, of any user; what stands in it is read as its owner.
grant select (id, user_id, email, timezone) on websites to sitewatch_worker;

create function add_report_jobs(p_report_ids bigint[], p_run_at timestamptz default now()) returns void
  language sql security definer set search_path = sitewatch, pg_temp
  -- After everything else, and at most four at a time: Monday's thousands must not hold up an alert.
  as $$ select graphile_worker.add_jobs(array(select row('send_report', json_build_object('report_id', id), 'reports ' || id % 4,
    p_run_at, 25, 'report ' || id, 10, null)::graphile_worker.job_spec from unnest(p_report_ids) as id)) $$;
alter function add_report_jobs owner to sitewatch_jobs;
revoke all on function add_report_jobs from public;
grant execute on function add_report_jobs to sitewatch_worker;

create function schedule_reports() returns trigger
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$ begin
    if new.email = 0 then
      delete from report_schedules where user_id = new.user_id and website_id = new.id;
    else
      insert into report_schedules (user_id, website_id, kind)
        values (new.user_id, new.id, 'weekly'), (new.user_id, new.id, 'monthly')
        on conflict (user_id, website_id, kind) do update set due_at = 'epoch';
    end if;
    return null;
  end $$;
alter function schedule_reports owner to sitewatch_worker;
revoke all on function schedule_reports from public;
create trigger websites_reports_added after insert on websites for each row
  when (new.email = 1) execute function schedule_reports();
create trigger websites_reports_changed after update on websites for each row
  when ((old.email, old.timezone) is distinct from (new.email, new.timezone)) execute function schedule_reports();

-- Websites that had reports switched on before there were any. As the worker: whoever migrates may be held to the policies.
create function schedule_all_reports() returns void
  language sql security definer set search_path = sitewatch, pg_temp
  as $$ insert into report_schedules (user_id, website_id, kind)
    select user_id, id, kind from websites, unnest(array['weekly', 'monthly']) as kind where email = 1 $$;
alter function schedule_all_reports owner to sitewatch_worker;
select schedule_all_reports();
drop function schedule_all_reports();
