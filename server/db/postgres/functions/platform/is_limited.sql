-- Whether the transaction is that of a key that is limited to some websites and monitors. enter() sets the limits of no other.
create or replace function is_limited() returns boolean
  language sql stable parallel safe
  as $$ select coalesce(current_setting('sitewatch.website_ids', true), '') <> '' $$;
