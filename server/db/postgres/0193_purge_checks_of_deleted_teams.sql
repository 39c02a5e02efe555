-- Teams that were deleted before there was purge_deleted_teams() left their checks in the history. One job finds and deletes them.
do $$
begin
  if exists (select from teams) then
    set local role sitewatch_jobs;
    perform graphile_worker.add_job('purge_team_checks', '{}', queue_name := 'purge_team_checks', max_attempts := 25);
    reset role;
  end if;
end $$;
