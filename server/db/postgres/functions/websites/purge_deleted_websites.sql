-- In the transaction of the deletion, however it comes about, the deletion of the account included: what is to be purged
-- and the job that does it. One job a user; a job that already runs is followed by another.
create or replace function purge_deleted_websites() returns trigger
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$ begin
    insert into website_purges (website_id, user_id, tracking_id) select id, user_id, tracking_id from gone;
    perform graphile_worker.add_job('purge_website_events', json_build_object('user_id', user_id),
      job_key := 'purge_website_events:' || user_id, max_attempts := 25)
      from (select distinct user_id from gone) as owners;
    return null;
  end $$;
alter function purge_deleted_websites owner to sitewatch_jobs;
revoke all on function purge_deleted_websites from public;
