-- The worker may delete the data of a closed account, and the account itself.
create or replace function is_closed_account(p_user_id bigint) returns boolean
  language sql stable security definer set search_path = sitewatch, pg_temp
  as $$ select exists (select 1 from users where id = p_user_id and deleted_at is not null) $$;
alter function is_closed_account owner to sitewatch_auth;
revoke all on function is_closed_account from public;
grant execute on function is_closed_account to sitewatch_worker;
