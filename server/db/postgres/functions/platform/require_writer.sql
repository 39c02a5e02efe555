-- For policies: raises for a role that only reads, because a policy that is merely false hides the rows that are to be deleted.
create or replace function require_writer() returns boolean
  language plpgsql stable parallel safe
  as $$ begin
    if current_setting('sitewatch.role') in ('owner', 'admin', 'editor', 'system') then return true; end if;
    raise exception using errcode = '42501', message = 'the role ' || current_setting('sitewatch.role') || ' may not write';
  end $$;
