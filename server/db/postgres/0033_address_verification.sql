-- Where anybody may sign up, anybody may type a stranger's address. Alerts and reports go to an account's own address only after
-- whoever reads mail there has said so.
alter table users add column email_verified_at timestamptz(3);
-- Accounts from before keep what they get today.
update users set email_verified_at = created_at;

drop trigger users_touch on users;
create trigger users_touch before update of email, email_verified_at, password_hash, is_suspended, is_administrator,
  totp_confirmed_at, max_websites, max_monitors, max_providers, max_keys on users
  for each row execute function touch_updated_at();

grant select (email_verified_at), update (email_verified_at) on users to sitewatch_worker;

create function add_address_verification_job(p_user_id bigint) returns void
  language sql security definer set search_path = sitewatch, pg_temp
  as $$ select graphile_worker.add_job('send_address_verification', json_build_object('user_id', p_user_id),
    job_key := 'verify address ' || p_user_id, max_attempts := 10) $$;
alter function add_address_verification_job owner to sitewatch_jobs;
revoke all on function add_address_verification_job from public;
grant execute on function add_address_verification_job to sitewatch_auth;

-- Providers of that address wait no longer, and what waited to be sent there gets its job. Other addresses still have to be confirmed.
create function verify_address(p_user_id bigint) returns void
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$ declare v_email text; v_provider_id bigint; begin
    update users set email_verified_at = now()
      where id = p_user_id and email_verified_at is null and not is_suspended
      returning email into v_email;
    if v_email is null then return; end if;
    for v_provider_id in
      update providers set confirmed_at = now()
        where user_id = p_user_id and confirmed_at is null and provider_type = 'email'
          and lower(settings->>'recipient_email') = v_email
        returning id
    loop
      if exists (select 1 from deliveries
          where user_id = p_user_id and provider_id = v_provider_id and status = 'pending') then
        perform add_deliver_job(v_provider_id);
      end if;
    end loop;
  end $$;
alter function verify_address owner to sitewatch_worker;
revoke all on function verify_address from public;
grant execute on function verify_address to sitewatch_auth;
