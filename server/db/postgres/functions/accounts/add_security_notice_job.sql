create or replace function add_security_notice_job(p_user_id bigint, p_action text, p_address text, p_browser text) returns void
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$ begin
    -- Whoever is signed in causes mails to their own account only.
    if coalesce(nullif(current_setting('sitewatch.user_id', true), ''), p_user_id::text) <> p_user_id::text then
      raise exception using errcode = '42501', message = 'a security notice is for the own account';
    end if;
    perform graphile_worker.add_job('send_security_notice', json_build_object('user_id', p_user_id, 'action', p_action,
      'address', p_address, 'browser', p_browser, 'at', format_moment(now())), max_attempts := 10);
  end $$;
alter function add_security_notice_job owner to sitewatch_jobs;
revoke all on function add_security_notice_job from public;
grant execute on function add_security_notice_job to sitewatch_auth, sitewatch_user, sitewatch_guest;
