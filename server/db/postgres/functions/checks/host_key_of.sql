-- The host of a check as a number, so that a claim can skip a busy host without reading the monitor. For every type: the part between the
-- scheme and the path, or the whole target.
create or replace function host_key_of(p_url text) returns integer
  language sql immutable
  as $$ select ('x' || left(md5(lower(coalesce(substring(p_url from '^[A-Za-z][A-Za-z0-9+.-]*://([^/?#]+)'), p_url))), 8))::bit(32)::integer $$;
