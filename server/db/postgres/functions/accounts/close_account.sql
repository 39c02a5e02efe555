-- Closes the account, its personal team and the teams in which nobody else is left; it leaves all others. False if the account does not exist or
-- is already closed. The log of the others says so. Raises SW409 if a team with other members would lose its last owner.
create or replace function close_account(p_user_id bigint) returns boolean
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$ declare v_name text; begin
    perform from users where id = p_user_id and deleted_at is null for update;
    if not found then return false; end if;
    perform close_team_unchecked(t.id) from teams t join memberships m on m.team_id = t.id and m.user_id = p_user_id
      where t.deleted_at is null and (t.personal_of = p_user_id
        or not exists (select from memberships o where o.team_id = t.id and o.user_id <> p_user_id));
    select t.name into v_name from teams t join memberships m on m.team_id = t.id and m.user_id = p_user_id and m.role = 'owner'
      where t.deleted_at is null
        and not exists (select from memberships o where o.team_id = t.id and o.user_id <> p_user_id and o.role = 'owner')
      limit 1;
    if v_name is not null then
      raise exception using errcode = 'SW409', message = v_name;
    end if;
    insert into audit_log (team_id, action, actor_type, actor_name, record_type, record_id, record_name)
      select t.id, 'team_member.removed', 'system', '', 'team_member', u.id, u.email
      from memberships m join teams t on t.id = m.team_id and t.deleted_at is null join users u on u.id = m.user_id where m.user_id = p_user_id;
    delete from memberships m using teams t where m.user_id = p_user_id and t.id = m.team_id and t.deleted_at is null;
    update users set is_suspended = true, deleted_at = clock_timestamp() where id = p_user_id;
    delete from sessions where user_id = p_user_id;
    delete from password_resets where user_id = p_user_id;
    delete from one_time_tokens where user_id = p_user_id;
    delete from passkeys where user_id = p_user_id;
    -- So that the person can sign up again.
    delete from identities where user_id = p_user_id;
    return true;
  end $$;
alter function close_account owner to sitewatch_auth;
revoke all on function close_account from public;
grant execute on function close_account to sitewatch_admin;
