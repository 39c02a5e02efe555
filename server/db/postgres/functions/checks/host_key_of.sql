-- Which host a check goes to, as a number, so that a claim can leave a busy host alone without reading the monitor. Whatever its type: what
-- stands between the scheme and the path, or all of it.
create or replace function host_key_of(p_url text) returns integer
  language sql immutable
  as $$ select ('x' || left(md5(lower(coalesce(substring(p_url from '^[A-Za-z][A-Za-z0-9+.-]*://([^/?#]+)'), p_url))), 8))::bit(32)::integer $$;
