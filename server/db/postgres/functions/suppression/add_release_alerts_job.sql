-- One job per second: a job for later never postpones one that is due sooner.
create or replace function add_release_alerts_job(p_run_at timestamptz) returns void
  language sql security definer set search_path = sitewatch, pg_temp
  as $$ select graphile_worker.add_job('release_alerts', '{}', run_at := p_run_at,
    job_key := 'release_alerts ' || floor(extract(epoch from p_run_at)), max_attempts := 5) $$;
alter function add_release_alerts_job owner to sitewatch_jobs;
revoke all on function add_release_alerts_job from public;
grant execute on function add_release_alerts_job to sitewatch_worker;
