-- Every SMS that an account has sent, or is about to: alerts and tests, of all its providers, those deleted since included. A
-- row is written before the SMS goes and taken back when the gateway did not take it, so two at once cannot exceed the budget.
create table sms_sends (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  sent_at timestamptz(3) not null,
  unique (user_id, id)
);
create index sms_sends_recent on sms_sends (user_id, sent_at);
alter table sms_sends enable row level security;
alter table sms_sends force row level security;
create policy owner on sms_sends to sitewatch_user using (user_id = (select current_user_id()));
create policy worker on sms_sends to sitewatch_worker using (true);
grant select, insert, delete on sms_sends to sitewatch_user, sitewatch_worker;

-- Today's so far. As the worker: whoever migrates may be held to the policies.
create function note_earlier_sms() returns void
  language sql security definer set search_path = sitewatch, pg_temp
  as $$
    insert into sms_sends (user_id, sent_at)
    select distinct d.user_id, d.sent_at from deliveries d join providers p on p.user_id = d.user_id and p.id = d.provider_id
    where p.provider_type = 'sms' and d.sent_at > now() - interval '1 day'
  $$;
alter function note_earlier_sms owner to sitewatch_worker;
select note_earlier_sms();
drop function note_earlier_sms();

-- A subscriber whose mail is refused for now is tried again by a time of its own, behind those who have not been tried.
alter table status_mails add column attempts integer not null default 0;
alter table status_mails add column retry_at timestamptz(3);

drop function add_tell_job(bigint, bigint, text);
-- As before, and for later, too. A job for later never puts off one that is due.
create function add_tell_job(p_status_page_id bigint, p_incident_id bigint, p_kind text, p_run_at timestamptz default now())
  returns void
  language sql security definer set search_path = sitewatch, pg_temp
  as $$ select graphile_worker.add_job('tell_subscribers',
    json_build_object('status_page_id', p_status_page_id, 'incident_id', p_incident_id, 'kind', p_kind),
    queue_name := 'status mail ' || p_status_page_id % 2, priority := 10, max_attempts := 14, run_at := p_run_at,
    job_key := concat_ws(' ', 'tell', p_status_page_id, p_incident_id, p_kind),
    job_key_mode := case when p_run_at > now() then 'preserve_run_at' else 'replace' end) $$;
alter function add_tell_job owner to sitewatch_jobs;
revoke all on function add_tell_job from public;
grant execute on function add_tell_job to sitewatch_worker;
