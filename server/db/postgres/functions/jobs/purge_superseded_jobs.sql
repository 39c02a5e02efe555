-- When a job is added again while it runs, graphile-worker removes its key and attempts, and deletes it when it succeeds. If it throws
-- or is killed instead, it stays forever and does nothing: its successor has the work. Every job of these tasks is added with a key, so
-- a job without one has been superseded. Of the last two, a job that failed is never replaced, since each has a key of its own; the next run of
-- every minute has its work.
create or replace function purge_superseded_jobs() returns bigint
  language sql security definer set search_path = sitewatch, pg_temp
  as $$ select count(*) from graphile_worker.complete_jobs(array(
    select j.id from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where (t.identifier in ('deliver', 'canary', 'ask_subscriber', 'tell_subscribers', 'tell_of_update') and j.key is null
        or t.identifier in ('escalate', 'release_alerts'))
      and j.attempts >= j.max_attempts and j.locked_at is null)) $$;
alter function purge_superseded_jobs owner to sitewatch_jobs;
revoke all on function purge_superseded_jobs from public;
grant execute on function purge_superseded_jobs to sitewatch_worker;
