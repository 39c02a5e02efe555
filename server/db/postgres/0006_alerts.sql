-- From an incident to a person. A row for each (incident, provider, what is told); the job that sends it is added in the
-- same transaction, so an incident without its alerts cannot exist.
create table deliveries (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  incident_id bigint not null,
  monitor_id bigint not null,
  provider_id bigint not null,
  kind text not null check (kind in ('opened', 'resolved', 'reminder', 'flapping_started', 'flapping_ended')),
  -- Counts reminders, and spells of flapping within one incident.
  sequence integer not null default 0,
  status text not null default 'pending' check (status in ('pending', 'sent', 'failed')),
  attempts integer not null default 0,
  last_error text,
  -- Set before a send and cleared when its outcome is known. Found set, we died in between: the next may be a repeat.
  attempt_started_at timestamptz(3),
  possible_repeat boolean not null default false,
  -- Where the 24 hours begin after which we give up; a retry by hand begins them anew.
  horizon_from timestamptz(3) not null default clock_timestamp(),
  sent_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (user_id, id),
  unique (user_id, incident_id, provider_id, kind, sequence),
  foreign key (user_id, incident_id) references incidents (user_id, id) on delete cascade,
  foreign key (user_id, provider_id) references providers (user_id, id) on delete cascade,
  foreign key (user_id, monitor_id) references monitors (user_id, id) on delete cascade,
  check ((status = 'sent') = (sent_at is not null))
);
create index deliveries_listed on deliveries (user_id, id desc);
create index deliveries_pending on deliveries (provider_id, id) where status = 'pending';
create index deliveries_recent on deliveries (provider_id, sent_at) where sent_at is not null;
create trigger deliveries_touch before update on deliveries for each row execute function touch_updated_at();

create table notification_preferences (
  user_id bigint primary key references users on delete cascade,
  reminder_minutes integer check (reminder_minutes between 5 and 1440),
  sms_per_day integer not null default 50 check (sms_per_day between 0 and 10000),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create trigger notification_preferences_touch before update on notification_preferences
  for each row execute function touch_updated_at();

do $$
declare t text;
begin
  foreach t in array array['deliveries', 'notification_preferences'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy owner on %I to sitewatch_user using (user_id = (select current_user_id()))', t);
    execute format('create policy worker on %I to sitewatch_worker using (true)', t);
  end loop;
  -- To send an alert the worker reads what it is about and where it goes, of any user, and nothing else.
  foreach t in array array['users', 'monitors', 'incidents', 'providers', 'assignments'] loop
    execute format('create policy worker_alerts on %I to sitewatch_worker using (true)', t);
  end loop;
end $$;

grant select on deliveries to sitewatch_user;
grant select, insert, update on notification_preferences to sitewatch_user;
grant select, insert, update, delete on deliveries to sitewatch_worker;
grant select on notification_preferences, assignments to sitewatch_worker;
grant select (id, email, data_key, is_suspended) on users to sitewatch_worker;
grant select (id, user_id, friendly_name, url, deleted_at) on monitors to sitewatch_worker;
grant select on incidents, providers to sitewatch_worker;
grant update (last_delivery, confirmed_at) on providers to sitewatch_worker;

create function add_deliver_job(p_provider_id bigint, p_run_at timestamptz default now()) returns void
  language sql security definer set search_path = sitewatch, pg_temp
  -- One job a provider waits at a time. A running one does not count: what comes while it runs gets a job of its own.
  as $$ select graphile_worker.add_job('deliver', json_build_object('provider_id', p_provider_id), run_at := p_run_at,
    queue_name := 'provider ' || p_provider_id, job_key := 'deliver ' || p_provider_id, max_attempts := 1000) $$;
alter function add_deliver_job owner to sitewatch_jobs;
revoke all on function add_deliver_job from public;
grant execute on function add_deliver_job to sitewatch_worker;

-- Tells whoever is assigned. "resolved" goes only to those who were told that it began.
create function announce_incident(p_incident_id bigint, p_kind text) returns void
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$ begin
    with made as (
      insert into deliveries (user_id, incident_id, monitor_id, provider_id, kind, sequence)
      select i.user_id, i.id, i.monitor_id, a.provider_id, p_kind,
        case when p_kind in ('opened', 'resolved') then 0 else (select count(*) from deliveries d
          where d.user_id = i.user_id and d.incident_id = i.id and d.provider_id = a.provider_id and d.kind = p_kind) end
      from incidents i join assignments a on a.user_id = i.user_id and a.monitor_id = i.monitor_id and a.enabled
      where i.id = p_incident_id and (p_kind <> 'resolved' or exists (select 1 from deliveries d
        where d.user_id = i.user_id and d.incident_id = i.id and d.provider_id = a.provider_id and d.kind = 'opened'))
      on conflict (user_id, incident_id, provider_id, kind, sequence) do nothing
      returning provider_id)
    select count(add_deliver_job(provider_id)) into strict p_incident_id from made;
  end $$;
alter function announce_incident owner to sitewatch_worker;
revoke all on function announce_incident from public;
grant execute on function announce_incident to sitewatch_worker, sitewatch_prober;

-- Reminders of what is open and nobody has acknowledged, for users who want them.
create function announce_reminders() returns void
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$ declare due record; begin
    for due in
      select i.id from incidents i join notification_preferences p on p.user_id = i.user_id
      where i.resolved_at is null and i.acknowledged_at is null and p.reminder_minutes is not null
        and exists (select 1 from deliveries d where d.user_id = i.user_id and d.incident_id = i.id)
        and not exists (select 1 from deliveries d where d.user_id = i.user_id and d.incident_id = i.id
          and d.created_at > now() - p.reminder_minutes * interval '1 minute')
    loop
      perform announce_incident(due.id, 'reminder');
    end loop;
  end $$;
alter function announce_reminders owner to sitewatch_worker;
revoke all on function announce_reminders from public;
grant execute on function announce_reminders to sitewatch_worker;

-- The user asks for another try. The owner comes from the setting, never from an argument.
create function retry_delivery(p_delivery_id bigint) returns boolean
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$ declare v_provider_id bigint; begin
    update deliveries set status = 'pending', horizon_from = clock_timestamp(), last_error = null
      where user_id = current_user_id() and id = p_delivery_id and status = 'failed' returning provider_id into v_provider_id;
    if v_provider_id is null then return false; end if;
    perform add_deliver_job(v_provider_id);
    return true;
  end $$;
alter function retry_delivery owner to sitewatch_worker;
revoke all on function retry_delivery from public;
grant execute on function retry_delivery to sitewatch_user;

-- Whoever is behind the address has agreed, or need not be asked any more: what waited for it goes out, in the same
-- transaction.
create function confirm_provider(p_provider_id bigint) returns void
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$ begin
    update providers set confirmed_at = now()
      where user_id = current_user_id() and id = p_provider_id and confirmed_at is null;
    if found and exists (select 1 from deliveries where provider_id = p_provider_id and status = 'pending') then
      perform add_deliver_job(p_provider_id);
    end if;
  end $$;
alter function confirm_provider owner to sitewatch_worker;
revoke all on function confirm_provider from public;
grant execute on function confirm_provider to sitewatch_user;

-- A flip that concerns nobody goes the way of an alert once a minute: committed with a job, run by a worker. Who watches us
-- from outside is told that we are well only when the last one arrived.
create table canary (
  only_one boolean primary key default true check (only_one),
  flipped_at timestamptz,
  seen_at timestamptz
);
insert into canary default values;
grant select, update on canary to sitewatch_worker;

create function add_canary_job() returns void
  language sql security definer set search_path = sitewatch, pg_temp
  as $$ select graphile_worker.add_job('canary', '{}', job_key := 'canary', max_attempts := 3) $$;
alter function add_canary_job owner to sitewatch_jobs;
revoke all on function add_canary_job from public;
grant execute on function add_canary_job to sitewatch_worker;
