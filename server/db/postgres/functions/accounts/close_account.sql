-- False if the account does not exist or is already closed.
create or replace function close_account(p_user_id bigint) returns boolean
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$ begin
    update users set is_suspended = true, deleted_at = clock_timestamp() where id = p_user_id and deleted_at is null;
    if not found then return false; end if;
    delete from sessions where user_id = p_user_id;
    delete from password_resets where user_id = p_user_id;
    perform add_account_deletion_job(p_user_id);
    return true;
  end $$;
alter function close_account owner to sitewatch_auth;
revoke all on function close_account from public;
grant execute on function close_account to sitewatch_admin;
