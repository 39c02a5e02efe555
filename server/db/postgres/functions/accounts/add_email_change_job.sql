-- The latest of each kind counts: what was not sent yet is replaced.
create or replace function add_email_change_job(p_user_id bigint, p_email text, p_kind text) returns void
  language sql security definer set search_path = sitewatch, pg_temp
  as $$ select graphile_worker.add_job('send_email_change',
    json_build_object('user_id', p_user_id, 'email', p_email, 'kind', p_kind),
    job_key := 'email change ' || p_kind || ' ' || p_user_id, max_attempts := 10) $$;
alter function add_email_change_job owner to sitewatch_jobs;
revoke all on function add_email_change_job from public;
grant execute on function add_email_change_job to sitewatch_auth;
