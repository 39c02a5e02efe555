-- Background work of the service ("system") may do what an owner may.
create or replace function is_owner() returns boolean
  language sql stable parallel safe
  as $$ select current_setting('sitewatch.role') in ('owner', 'system') $$;
