-- Providers with this address are no longer waiting, and their pending messages get their jobs. Other addresses still have to be confirmed.
create or replace function verify_address(p_user_id bigint) returns void
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$ declare v_email text; v_provider_id bigint; begin
    update users set email_verified_at = now()
      where id = p_user_id and email_verified_at is null and not is_suspended
      returning email into v_email;
    if v_email is null then return; end if;
    for v_provider_id in
      update providers set confirmed_at = now()
        where team_id = p_user_id and confirmed_at is null and provider_type = 'email'
          and lower(settings->>'recipient_email') = v_email
        returning id
    loop
      if exists (select 1 from deliveries
          where team_id = p_user_id and provider_id = v_provider_id and status = 'pending') then
        perform add_deliver_job(v_provider_id);
      end if;
    end loop;
  end $$;
alter function verify_address owner to sitewatch_worker;
revoke all on function verify_address from public;
grant execute on function verify_address to sitewatch_auth;
