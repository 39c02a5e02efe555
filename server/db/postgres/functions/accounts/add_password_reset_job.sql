-- Jobs are added in the caller's transaction, through one function per task: only sitewatch_jobs can access the tables of
-- graphile-worker. The address of who asked is for the audit log.
create or replace function add_password_reset_job(p_user_id bigint, p_address text default null) returns void
  language sql security definer set search_path = sitewatch, pg_temp
  as $$
    select graphile_worker.add_job('send_password_reset', json_build_object('user_id', p_user_id, 'address', p_address), max_attempts := 10)
  $$;
alter function add_password_reset_job owner to sitewatch_jobs;
revoke all on function add_password_reset_job from public;
grant execute on function add_password_reset_job to sitewatch_auth;
