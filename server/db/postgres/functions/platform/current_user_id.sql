-- Raises when no user is set, so that a policy fails instead of hiding every row.
create or replace function current_user_id() returns bigint
  language sql stable parallel safe
  as $$ select current_setting('sitewatch.user_id')::bigint $$;
