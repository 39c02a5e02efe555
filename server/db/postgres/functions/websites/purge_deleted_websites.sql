-- Runs in the transaction of every deletion, including the deletion of a team: records what to purge and adds the job that does it.
-- One job per team; if the job is already running, another follows.
create or replace function purge_deleted_websites() returns trigger
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$ begin
    insert into website_purges (website_id, team_id, tracking_id) select id, team_id, tracking_id from gone;
    perform graphile_worker.add_job('purge_website_events', json_build_object('team_id', team_id),
      job_key := 'purge_website_events:' || team_id, max_attempts := 25)
      from (select distinct team_id from gone) as gone_teams;
    return null;
  end $$;
alter function purge_deleted_websites owner to sitewatch_jobs;
revoke all on function purge_deleted_websites from public;
