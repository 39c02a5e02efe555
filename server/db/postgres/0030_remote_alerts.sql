-- Some channels (PagerDuty) keep an alert open on the far side until they are told that it is over. A row for each alert that
-- may be open there: written before the message that opens it is sent, removed when the message that ends it was taken. What
-- should be open follows from incidents, flapping and assignments; the difference is closed without telling people.
create table remote_alerts (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  -- No foreign key: the alert outlives the provider.
  provider_id bigint not null,
  provider_type text not null,
  subject text not null check (subject in ('incident', 'flapping', 'test')),
  -- An incident, or the monitor that flaps; 0 for a test.
  subject_id bigint not null,
  -- How to reach the far side once the provider has been deleted, or has got other secrets. Null: as the provider says.
  settings jsonb,
  secrets bytea,
  attempts integer not null default 0,
  retry_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  unique (user_id, id)
);
create unique index remote_alerts_current on remote_alerts (provider_id, subject, subject_id) where settings is null;
create index remote_alerts_of_provider on remote_alerts (provider_id);

alter table remote_alerts enable row level security;
alter table remote_alerts force row level security;
create policy owner on remote_alerts to sitewatch_user using (user_id = (select current_user_id()));
create policy worker on remote_alerts to sitewatch_worker using (true);
grant select, insert on remote_alerts to sitewatch_user;
grant select, insert, update, delete on remote_alerts to sitewatch_worker;

-- The secrets with which an alert was opened are needed to close it.
create function keep_remote_secrets() returns trigger
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$ begin
    update remote_alerts set settings = old.settings, secrets = old.secrets
      where user_id = old.user_id and provider_id = old.id and settings is null;
    return null;
  end $$;
alter function keep_remote_secrets owner to sitewatch_worker;
revoke all on function keep_remote_secrets from public;
create trigger providers_secrets_changed after update of secrets on providers for each row
  when (old.secrets is distinct from new.secrets) execute function keep_remote_secrets();
create trigger providers_deleted after delete on providers for each row execute function keep_remote_secrets();

-- Those that should not be open any more. Of a suspended account nothing is sent, not even this. With the rights of its
-- caller, so that the planner can look into it and use the index on the provider.
create function list_ended_remote_alerts() returns setof remote_alerts
  language sql stable
  as $$
    select r.* from remote_alerts r join users u on u.id = r.user_id and not u.is_suspended
    where r.settings is not null or not exists (
      select from assignments a
      where a.user_id = r.user_id and a.provider_id = r.provider_id and a.enabled and case r.subject
        when 'incident' then exists (select from incidents i where i.user_id = r.user_id and i.id = r.subject_id
          and i.monitor_id = a.monitor_id and i.resolved_at is null)
        when 'flapping' then a.monitor_id = r.subject_id and exists (select from monitor_state s
          where s.user_id = r.user_id and s.monitor_id = r.subject_id and s.location = '' and s.flapping)
        else false end)
  $$;
revoke all on function list_ended_remote_alerts from public;
grant execute on function list_ended_remote_alerts to sitewatch_worker;

create function requeue_ended_remote_alerts() returns void
  language sql security definer set search_path = sitewatch, pg_temp
  as $$ select add_deliver_job(provider_id) from (select distinct provider_id from list_ended_remote_alerts()
    where retry_at is null or retry_at <= clock_timestamp()) as ended $$;
alter function requeue_ended_remote_alerts owner to sitewatch_worker;
revoke all on function requeue_ended_remote_alerts from public;
grant execute on function requeue_ended_remote_alerts to sitewatch_worker;

-- As before, but "resolved" goes to whoever was told anything of the incident: who was assigned while it lasted may know of
-- it by a reminder, or by the message that flapping ended and it is down.
create or replace function announce_incident(p_incident_id bigint, p_kind text) returns void
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$ begin
    with made as (
      insert into deliveries (user_id, incident_id, monitor_id, provider_id, kind, sequence)
      select i.user_id, i.id, i.monitor_id, a.provider_id, p_kind,
        case when p_kind in ('opened', 'resolved') then 0 else (select count(*) from deliveries d
          where d.user_id = i.user_id and d.incident_id = i.id and d.provider_id = a.provider_id and d.kind = p_kind) end
      from incidents i join assignments a on a.user_id = i.user_id and a.monitor_id = i.monitor_id and a.enabled
      where i.id = p_incident_id and (p_kind <> 'resolved' or exists (select 1 from deliveries d
        where d.user_id = i.user_id and d.incident_id = i.id and d.provider_id = a.provider_id))
      on conflict (user_id, incident_id, provider_id, kind, sequence) do nothing
      returning provider_id)
    select count(add_deliver_job(provider_id)) into strict p_incident_id from made;
  end $$;

-- Alerts that earlier versions may have left open. As the worker: whoever migrates may be held to the policies.
create function note_earlier_remote_alerts() returns void
  language sql security definer set search_path = sitewatch, pg_temp
  as $$
    insert into remote_alerts (user_id, provider_id, provider_type, subject, subject_id)
    select distinct d.user_id, d.provider_id, p.provider_type, 'incident', d.incident_id
    from deliveries d join providers p on p.user_id = d.user_id and p.id = d.provider_id
    where p.provider_type = 'pagerduty' and d.kind <> 'resolved' and d.attempts > 0
      and not exists (select from deliveries e where e.user_id = d.user_id and e.incident_id = d.incident_id
        and e.provider_id = d.provider_id and e.kind = 'resolved' and e.status = 'sent')
  $$;
alter function note_earlier_remote_alerts owner to sitewatch_worker;
select note_earlier_remote_alerts();
drop function note_earlier_remote_alerts();
