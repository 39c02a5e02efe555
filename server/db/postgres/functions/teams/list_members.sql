-- The members of the current team, with their addresses, which a team's transaction cannot read otherwise. Nobody for a limited key.
create or replace function list_members() returns table (id bigint, email text, role text, created_at timestamptz, updated_at timestamptz)
  language sql stable security definer set search_path = sitewatch, pg_temp
  as $$
    select m.user_id, u.email, m.role, m.created_at, m.updated_at
    from memberships m join users u on u.id = m.user_id where m.team_id = current_team_id() and not is_limited()
  $$;
alter function list_members owner to sitewatch_auth;
revoke all on function list_members from public;
grant execute on function list_members to sitewatch_user;
