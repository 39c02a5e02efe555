-- Whether it can be accepted. Not while the inviting person, or the team, is suspended.
create or replace function is_open_invitation(i team_invitations) returns boolean
  language sql stable
  as $$ select i.accepted_at is null and i.expires_at > now() and exists (
    select from memberships m where m.team_id = i.team_id and m.user_id = i.invited_by_id and not m.is_suspended
      and may_invite(m.role, i.role)) $$;
