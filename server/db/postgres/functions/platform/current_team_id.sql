-- Raises when no team is set, so that a policy fails instead of hiding every row.
create or replace function current_team_id() returns bigint
  language sql stable parallel safe
  as $$ select current_setting('sitewatch.team_id')::bigint $$;
