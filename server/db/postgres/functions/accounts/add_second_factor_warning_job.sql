create or replace function add_second_factor_warning_job(p_user_id bigint) returns void
  language sql security definer set search_path = sitewatch, pg_temp
  as $$ select graphile_worker.add_job('send_second_factor_warning', json_build_object('user_id', p_user_id), max_attempts := 10) $$;
alter function add_second_factor_warning_job owner to sitewatch_jobs;
revoke all on function add_second_factor_warning_job from public;
grant execute on function add_second_factor_warning_job to sitewatch_auth;
