-- Starts a team's transaction: checks the credential and the membership, and sets user, team and role, in the same round trip as the work. So a
-- revoked key, an ended session or a lost membership fails on the very next request, without a separate lookup.
--
-- A key that is limited to some websites and monitors has a role of the database of its own, whose policies read the limits that are set here. It
-- never has the rights of an administrator of the team.
--
-- SW401: the credential is not valid. SW404: the session is, but its user is no member of the team. SW412: the member's role is not p_role, the one
-- that the caller relied on, or the transaction of a guest or a limited key does not run as theirs, or the team requires two-factor authentication that the user has not.
create or replace function enter(p_user_id bigint, p_team_id bigint, p_key_id bigint, p_session_id bigint, p_role text) returns void
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$ declare v_role text; v_website_ids bigint[]; v_monitor_ids bigint[]; v_is_limited boolean := false; begin
    if p_key_id is not null then
      -- Held until the end, see lock_membership().
      perform pg_advisory_xact_lock_shared(hashint8extended(p_team_id, p_user_id));
      select m.role, k.website_ids, k.monitor_ids into v_role, v_website_ids, v_monitor_ids from api_keys k join memberships m on m.team_id = k.team_id and m.user_id = k.user_id
        where k.id = p_key_id and k.user_id = p_user_id and k.team_id = p_team_id and not m.is_suspended
          and (k.expires_at is null or k.expires_at > now());
      v_is_limited := v_website_ids is not null;
    elsif p_session_id is not null then
      perform pg_advisory_xact_lock_shared(hashint8extended(p_team_id, p_user_id));
      -- The settings of the account, where two-factor authentication is enabled, are in the personal team.
      select case when m.role is null then ''
          when t.requires_two_factor and t.id <> u.id and lacks_two_factor(u.password_hash, u.two_factor_enabled_at) then 'without two-factor'
          else m.role end into v_role
        from sessions s join users u on u.id = s.user_id
          left join teams t on t.id = p_team_id
          left join memberships m on m.team_id = p_team_id and m.user_id = s.user_id and not m.is_suspended
        where s.id = p_session_id and s.user_id = p_user_id and not u.is_suspended and s.expires_at > now();
    else
      select 'system' into v_role from teams t where t.id = p_team_id and not t.is_suspended;
    end if;
    if v_role is null then
      raise exception using errcode = 'SW401', message = 'this credential is not valid';
    elsif v_role = '' then
      raise exception using errcode = 'SW404', message = 'the user is no member of this team';
    elsif v_role <> p_role or v_role = 'guest' and current_setting('role') not in ('sitewatch_guest', 'sitewatch_limited_guest')
      or v_is_limited <> (current_setting('role') in ('sitewatch_limited', 'sitewatch_limited_guest')) then
      raise exception using errcode = 'SW412', message = 'the role is ' || v_role;
    end if;
    perform set_config('sitewatch.user_id', p_user_id::text, true), set_config('sitewatch.team_id', p_team_id::text, true),
      set_config('sitewatch.role', case when v_is_limited and v_role in ('owner', 'admin') then 'editor' else v_role end, true);
    if v_is_limited then
      perform set_config('sitewatch.website_ids', v_website_ids::text, true), set_config('sitewatch.monitor_ids', v_monitor_ids::text, true),
        set_config('sitewatch.key_id', p_key_id::text, true);
    end if;
  end $$;
alter function enter owner to sitewatch_auth;
revoke all on function enter from public;
grant execute on function enter to sitewatch_user, sitewatch_guest;
