create or replace function add_uptime_report_jobs(p_send_ids bigint[], p_run_at timestamptz default now()) returns void
  language sql security definer set search_path = sitewatch, pg_temp
  -- Lowest priority, and at most four at a time: thousands of reports on the first of the month must not delay an alert.
  as $$ select graphile_worker.add_jobs(array(select row('send_uptime_report', json_build_object('send_id', id), 'uptime reports ' || id % 4,
    p_run_at, 25, 'uptime report ' || id, 10, null)::graphile_worker.job_spec from unnest(p_send_ids) as id)) $$;
alter function add_uptime_report_jobs owner to sitewatch_jobs;
revoke all on function add_uptime_report_jobs from public;
grant execute on function add_uptime_report_jobs to sitewatch_worker;
