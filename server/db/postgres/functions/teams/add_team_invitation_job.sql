create or replace function add_team_invitation_job(p_invitation_id bigint) returns void
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$ begin
    if not can_administer() then
      raise exception using errcode = '42501', message = 'only an administrator of the team may invite';
    end if;
    perform graphile_worker.add_job('send_team_invitation', json_build_object('invitation_id', p_invitation_id), max_attempts := 10);
  end $$;
alter function add_team_invitation_job owner to sitewatch_jobs;
revoke all on function add_team_invitation_job from public;
grant execute on function add_team_invitation_job to sitewatch_user;
