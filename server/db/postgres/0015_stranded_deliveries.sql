-- A delivery and its job commit together, so a pending delivery without a job cannot come about. Should one ever (a queue
-- restored from another day than the rest, a job removed by hand), it gets its job back: a lost job must not lose an alert.
create function has_deliver_job(p_provider_id bigint) returns boolean
  language sql stable security definer set search_path = sitewatch, pg_temp
  as $$ select exists (select 1 from graphile_worker.jobs
    where key = 'deliver ' || p_provider_id and (attempts < max_attempts or locked_at is not null)) $$;
alter function has_deliver_job owner to sitewatch_jobs;
revoke all on function has_deliver_job from public;
grant execute on function has_deliver_job to sitewatch_worker;

-- Those whose recipient has not agreed yet wait without a job, as they should.
create function requeue_stranded_deliveries() returns table (provider_id bigint)
  language sql security definer set search_path = sitewatch, pg_temp
  as $$
    with stranded as materialized (
      select d.provider_id as id from deliveries d join providers p on p.id = d.provider_id and p.user_id = d.user_id
      where d.status = 'pending' and d.updated_at < now() - interval '1 minute' and p.confirmed_at is not null
      group by d.provider_id having not has_deliver_job(d.provider_id)),
    added as materialized (select id, add_deliver_job(id) from stranded)
    select id from added
  $$;
alter function requeue_stranded_deliveries owner to sitewatch_worker;
revoke all on function requeue_stranded_deliveries from public;
grant execute on function requeue_stranded_deliveries to sitewatch_worker;

-- When something last got through, alert or test: what failed before that is no news any more.
alter table providers add column last_success_at timestamptz(3);
update providers p set last_success_at =
  (select max(d.updated_at) from deliveries d where d.provider_id = p.id and d.sent_at is not null);
grant update (last_success_at) on providers to sitewatch_worker;
