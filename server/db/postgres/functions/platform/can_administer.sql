-- Members, invitations and settings of the team.
create or replace function can_administer() returns boolean
  language sql stable parallel safe
  as $$ select current_setting('sitewatch.role') in ('owner', 'admin', 'system') $$;
