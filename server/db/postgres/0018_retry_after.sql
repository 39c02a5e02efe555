-- What a far side asked for, kept with the provider and not only as the time of a job: the next incident adds a job of its
-- own for now, and that one must leave the far side alone as well.
alter table providers add column retry_at timestamptz(3);
grant update (retry_at) on providers to sitewatch_worker;

-- As before, but a job for later never puts off one that is due: what came while a job ran waits for the next moment, not
-- for the time at which the one before wants to try again.
create or replace function add_deliver_job(p_provider_id bigint, p_run_at timestamptz default now()) returns void
  language sql security definer set search_path = sitewatch, pg_temp
  as $$ select graphile_worker.add_job('deliver', json_build_object('provider_id', p_provider_id), run_at := p_run_at,
    queue_name := 'provider ' || p_provider_id, job_key := 'deliver ' || p_provider_id, max_attempts := 1000,
    job_key_mode := case when p_run_at > now() then 'preserve_run_at' else 'replace' end) $$;

-- graphile-worker takes the key and the attempts from a job that is added again while it runs, and removes it when it ends
-- well. One that ends otherwise, because it threw or was killed, stays for ever and does nothing: its successor has the work.
-- Of these tasks every job is added with a key, so one without has been superseded.
create function purge_superseded_jobs() returns bigint
  language sql security definer set search_path = sitewatch, pg_temp
  as $$ select count(*) from graphile_worker.complete_jobs(array(
    select j.id from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier in ('deliver', 'canary', 'ask_subscriber', 'tell_subscribers')
      and j.key is null and j.attempts >= j.max_attempts and j.locked_at is null)) $$;
alter function purge_superseded_jobs owner to sitewatch_jobs;
revoke all on function purge_superseded_jobs from public;
grant execute on function purge_superseded_jobs to sitewatch_worker;
