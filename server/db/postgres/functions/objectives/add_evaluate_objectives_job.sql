-- One job, however many incidents open at once. The run of every minute goes on beside it.
create or replace function add_evaluate_objectives_job() returns void
  language sql security definer set search_path = sitewatch, pg_temp
  as $$ select graphile_worker.add_job('evaluate_objectives', '{}', job_key := 'evaluate_objectives', max_attempts := 1) $$;
alter function add_evaluate_objectives_job owner to sitewatch_jobs;
revoke all on function add_evaluate_objectives_job from public;
grant execute on function add_evaluate_objectives_job to sitewatch_worker;
