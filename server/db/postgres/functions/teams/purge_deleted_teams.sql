-- Runs in the transaction of every deletion of a team, including that of an account: adds the jobs that delete its checks from the
-- history. Results that were accepted before the deletion may arrive there after the first job, so a second one follows after a day.
create or replace function purge_deleted_teams() returns trigger
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$ begin
    perform graphile_worker.add_job('purge_team_checks', json_build_object('team_id', id), queue_name := 'purge_team_checks',
      job_key := 'purge_team_checks:' || id || ':' || days, run_at := now() + days * interval '1 day', max_attempts := 25)
      from gone, unnest(array[0, 1]) as days;
    return null;
  end $$;
alter function purge_deleted_teams owner to sitewatch_jobs;
revoke all on function purge_deleted_teams from public;
