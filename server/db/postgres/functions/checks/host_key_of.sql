-- Which host a check goes to, as a number, so that a claim can leave a busy host alone without reading the monitor.
create or replace function host_key_of(p_type text, p_url text) returns integer
  language sql immutable
  as $$ select ('x' || left(md5(lower(case when p_type = 'ping' then p_url
    else coalesce(substring(p_url from '^[A-Za-z]+://([^/?#]+)'), p_url) end)), 8))::bit(32)::integer $$;
