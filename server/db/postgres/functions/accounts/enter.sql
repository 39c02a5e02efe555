-- Starts a tenant's transaction: checks the credential and sets the user, in the same round trip as the work. So a revoked key or an ended
-- session fails on the very next request, without a separate lookup.
create or replace function enter(p_user_id bigint, p_key_id bigint, p_session_id bigint) returns void
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$ begin
    if p_key_id is not null then
      perform 1 from api_keys k join users u on u.id = k.user_id
        where k.id = p_key_id and k.user_id = p_user_id and not u.is_suspended
          and (k.expires_at is null or k.expires_at > now());
    elsif p_session_id is not null then
      perform 1 from sessions s join users u on u.id = s.user_id
        where s.id = p_session_id and s.user_id = p_user_id and not u.is_suspended and s.expires_at > now();
    else
      perform 1 from users u where u.id = p_user_id and not u.is_suspended;
    end if;
    if not found then
      raise exception using errcode = 'SW401', message = 'this credential is not valid';
    end if;
    perform set_config('sitewatch.user_id', p_user_id::text, true);
  end $$;
alter function enter owner to sitewatch_auth;
revoke all on function enter from public;
grant execute on function enter to sitewatch_user;
