-- Finds the team of a page before a team is set, and what decides who may open it. The page of a suspended team is treated as missing.
create or replace function find_status_page(p_slug text, p_domain text)
  returns table (team_id bigint, id bigint, visibility text, password_hash text, password_version integer)
  language sql stable security definer set search_path = sitewatch, pg_temp
  as $$
    select p.team_id, p.id, p.visibility, p.password_hash, p.password_version from status_pages p join teams t on t.id = p.team_id
    where not t.is_suspended
      and (p.slug = p_slug or (p.domain = p_domain and p.domain_verified_at is not null)) limit 1
  $$;
alter function find_status_page owner to sitewatch_worker;
revoke all on function find_status_page from public;
grant execute on function find_status_page to sitewatch_auth;
