-- Who invited, so that an invitation ends with the right to make it. An accepted one may lack it.
alter table team_invitations add column invited_by_id bigint;
alter table team_invitations alter column invited_by_id set default current_user_id();
update team_invitations i set invited_by_id = m.user_id
  from users u join memberships m on m.user_id = u.id
  where u.email = i.invited_by and u.deleted_at is null and m.team_id = i.team_id
    and (m.role = 'owner' or m.role = 'admin' and i.role <> 'owner');
delete from team_invitations where accepted_at is null and invited_by_id is null;
alter table team_invitations add check (accepted_at is not null or invited_by_id is not null);
alter policy administrators on team_invitations
  with check (team_id = (select current_team_id()) and invited_by_id = (select current_user_id())
    and (select can_administer()) and (role <> 'owner' or (select is_owner())));
grant select (invited_by_id) on team_invitations to sitewatch_guest;
