create or replace function add_canary_job() returns void
  language sql security definer set search_path = sitewatch, pg_temp
  as $$ select graphile_worker.add_job('canary', '{}', job_key := 'canary', max_attempts := 3) $$;
alter function add_canary_job owner to sitewatch_jobs;
revoke all on function add_canary_job from public;
grant execute on function add_canary_job to sitewatch_worker;
