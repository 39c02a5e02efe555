-- In the queues of the mails about incidents, and never before them.
create or replace function add_tell_update_job(p_team_id bigint, p_update_id bigint, p_status_page_id bigint, p_run_at timestamptz default now())
  returns void
  language sql security definer set search_path = sitewatch, pg_temp
  as $$ select graphile_worker.add_job('tell_of_update', json_build_object('team_id', p_team_id, 'update_id', p_update_id),
    queue_name := 'status mail ' || p_status_page_id % 2, priority := 10, max_attempts := 14, run_at := p_run_at,
    job_key := concat_ws(' ', 'tell update', p_team_id, p_update_id),
    job_key_mode := case when p_run_at > now() then 'preserve_run_at' else 'replace' end) $$;
alter function add_tell_update_job owner to sitewatch_jobs;
revoke all on function add_tell_update_job from public;
grant execute on function add_tell_update_job to sitewatch_worker;
