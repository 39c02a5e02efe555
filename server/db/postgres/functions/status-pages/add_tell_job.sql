-- Two queues for all pages together, with the lowest priority: a thousand subscribers must not delay an alert. A job for later never
-- postpones one that is due.
create or replace function add_tell_job(p_status_page_id bigint, p_incident_id bigint, p_kind text, p_run_at timestamptz default now())
  returns void
  language sql security definer set search_path = sitewatch, pg_temp
  as $$ select graphile_worker.add_job('tell_subscribers',
    json_build_object('status_page_id', p_status_page_id, 'incident_id', p_incident_id, 'kind', p_kind),
    queue_name := 'status mail ' || p_status_page_id % 2, priority := 10, max_attempts := 14, run_at := p_run_at,
    job_key := concat_ws(' ', 'tell', p_status_page_id, p_incident_id, p_kind),
    job_key_mode := case when p_run_at > now() then 'preserve_run_at' else 'replace' end) $$;
alter function add_tell_job owner to sitewatch_jobs;
revoke all on function add_tell_job from public;
grant execute on function add_tell_job to sitewatch_worker;
