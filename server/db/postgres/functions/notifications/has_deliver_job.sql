-- A delivery and its job commit together, so a pending delivery without a job should not exist. If it does (a queue restored from another
-- day than the rest, a job deleted by hand), it gets a new job: a lost job must not lose an alert.
create or replace function has_deliver_job(p_provider_id bigint) returns boolean
  language sql stable security definer set search_path = sitewatch, pg_temp
  as $$ select exists (select 1 from graphile_worker.jobs
    where key = 'deliver ' || p_provider_id and (attempts < max_attempts or locked_at is not null)) $$;
alter function has_deliver_job owner to sitewatch_jobs;
revoke all on function has_deliver_job from public;
grant execute on function has_deliver_job to sitewatch_worker;
