create or replace function add_invitation_job(p_invitation_id bigint) returns void
  language sql security definer set search_path = sitewatch, pg_temp
  as $$ select graphile_worker.add_job('send_invitation', json_build_object('invitation_id', p_invitation_id), max_attempts := 10) $$;
alter function add_invitation_job owner to sitewatch_jobs;
revoke all on function add_invitation_job from public;
grant execute on function add_invitation_job to sitewatch_admin;
