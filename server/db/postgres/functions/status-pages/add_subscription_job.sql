create or replace function add_subscription_job(p_subscriber_id bigint) returns void
  language sql security definer set search_path = sitewatch, pg_temp
  as $$ select graphile_worker.add_job('ask_subscriber', json_build_object('subscriber_id', p_subscriber_id),
    job_key := 'ask ' || p_subscriber_id, priority := 10, max_attempts := 8) $$;
alter function add_subscription_job owner to sitewatch_jobs;
revoke all on function add_subscription_job from public;
grant execute on function add_subscription_job to sitewatch_worker;
