-- Finds the owner of a page before a user is set. A page that is not public is treated as missing.
create or replace function find_status_page(p_slug text, p_domain text) returns table (user_id bigint, id bigint)
  language sql stable security definer set search_path = sitewatch, pg_temp
  as $$
    select p.user_id, p.id from status_pages p join users u on u.id = p.user_id
    where p.is_public and not u.is_suspended
      and (p.slug = p_slug or (p.domain = p_domain and p.domain_verified_at is not null)) limit 1
  $$;
alter function find_status_page owner to sitewatch_worker;
revoke all on function find_status_page from public;
grant execute on function find_status_page to sitewatch_auth;
