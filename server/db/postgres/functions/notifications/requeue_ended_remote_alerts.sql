create or replace function requeue_ended_remote_alerts() returns void
  language sql security definer set search_path = sitewatch, pg_temp
  as $$ select add_deliver_job(provider_id) from (select distinct provider_id from list_ended_remote_alerts()
    where retry_at is null or retry_at <= clock_timestamp()) as ended $$;
alter function requeue_ended_remote_alerts owner to sitewatch_worker;
revoke all on function requeue_ended_remote_alerts from public;
