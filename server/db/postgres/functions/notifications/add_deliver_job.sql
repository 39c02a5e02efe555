-- One queue and one job per provider. A job for later never postpones one that is due: messages that arrive while a job runs are sent right
-- after it, not when the previous one is retried.
create or replace function add_deliver_job(p_provider_id bigint, p_run_at timestamptz default now()) returns void
  language sql security definer set search_path = sitewatch, pg_temp
  as $$ select graphile_worker.add_job('deliver', json_build_object('provider_id', p_provider_id), run_at := p_run_at,
    queue_name := 'provider ' || p_provider_id, job_key := 'deliver ' || p_provider_id, max_attempts := 1000,
    flags := provider_flags(p_provider_id),
    job_key_mode := case when p_run_at > now() then 'preserve_run_at' else 'replace' end) $$;
alter function add_deliver_job owner to sitewatch_jobs;
revoke all on function add_deliver_job from public;
grant execute on function add_deliver_job to sitewatch_worker;
