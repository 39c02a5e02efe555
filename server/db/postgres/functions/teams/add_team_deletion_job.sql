create or replace function add_team_deletion_job(p_team_id bigint) returns void
  language sql security definer set search_path = sitewatch, pg_temp
  -- One queue for all, so that any number of deletions uses one job slot.
  as $$ select graphile_worker.add_job('delete_team', json_build_object('team_id', p_team_id),
    queue_name := 'delete_team', job_key := 'delete_team:' || p_team_id, max_attempts := 1000) $$;
alter function add_team_deletion_job owner to sitewatch_jobs;
revoke all on function add_team_deletion_job from public;
grant execute on function add_team_deletion_job to sitewatch_auth, sitewatch_worker;
