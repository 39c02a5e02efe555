-- One job per second: a job for later never postpones one that is due sooner.
create or replace function add_escalate_job(p_run_at timestamptz) returns void
  language sql security definer set search_path = sitewatch, pg_temp
  as $$ select graphile_worker.add_job('escalate', '{}', run_at := p_run_at,
    job_key := 'escalate ' || floor(extract(epoch from p_run_at)), max_attempts := 5) $$;
alter function add_escalate_job owner to sitewatch_jobs;
revoke all on function add_escalate_job from public;
grant execute on function add_escalate_job to sitewatch_worker;
