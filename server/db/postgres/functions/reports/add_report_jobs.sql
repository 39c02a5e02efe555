create or replace function add_report_jobs(p_report_ids bigint[], p_run_at timestamptz default now()) returns void
  language sql security definer set search_path = sitewatch, pg_temp
  -- Lowest priority, and at most four at a time: thousands of reports on Monday must not delay an alert.
  as $$ select graphile_worker.add_jobs(array(select row('send_report', json_build_object('report_id', id), 'reports ' || id % 4,
    p_run_at, 25, 'report ' || id, 10, null)::graphile_worker.job_spec from unnest(p_report_ids) as id)) $$;
alter function add_report_jobs owner to sitewatch_jobs;
revoke all on function add_report_jobs from public;
grant execute on function add_report_jobs to sitewatch_worker;
