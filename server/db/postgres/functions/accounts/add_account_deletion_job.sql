create or replace function add_account_deletion_job(p_user_id bigint) returns void
  language sql security definer set search_path = sitewatch, pg_temp
  -- One queue for all, so that any number of account deletions uses one job slot.
  as $$ select graphile_worker.add_job('delete_account', json_build_object('user_id', p_user_id),
    queue_name := 'delete_account', job_key := 'delete_account:' || p_user_id, max_attempts := 1000) $$;
alter function add_account_deletion_job owner to sitewatch_jobs;
revoke all on function add_account_deletion_job from public;
grant execute on function add_account_deletion_job to sitewatch_auth, sitewatch_worker;
