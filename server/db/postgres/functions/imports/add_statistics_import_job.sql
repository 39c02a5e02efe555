-- One queue per website: its imports and their undoing run one after the other.
create or replace function add_statistics_import_job(p_import_id bigint, p_website_id bigint) returns void
  language sql security definer set search_path = sitewatch, pg_temp
  as $$ select graphile_worker.add_job('run_statistics_import', json_build_object('import_id', p_import_id),
    queue_name := 'statistics imports ' || p_website_id, job_key := 'statistics import ' || p_import_id,
    max_attempts := 25, priority := 10) $$;
alter function add_statistics_import_job owner to sitewatch_jobs;
revoke all on function add_statistics_import_job from public;
grant execute on function add_statistics_import_job to sitewatch_worker;
