-- Of a member who left or lost the right to make them. They do not come back with the role.
create or replace function revoke_invitations() returns trigger
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$ begin
    delete from team_invitations i where i.team_id = old.team_id and i.invited_by_id = old.user_id and i.accepted_at is null
      and (tg_op = 'DELETE' or not may_invite(new.role, i.role));
    return null;
  end $$;
alter function revoke_invitations owner to sitewatch_auth;
revoke all on function revoke_invitations from public;
