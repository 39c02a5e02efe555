-- For probers of the previous release during a rolling upgrade: claim_due_checks with the settings of an http check as columns. The next
-- release drops it.
create or replace function claim_checks(p_prober integer, p_locations text[], p_types text[], p_limits integer[], p_busy jsonb default '[]')
  returns table (
    location text, type text, monitor_ids bigint[], user_ids bigint[], host_keys integer[], is_more boolean, statuses text[],
    interval_ms integer[], phase_ms integer[], last_slots bigint[], next_due_at bigint[], incident_floor_at bigint[],
    tls_expires_at json, unsettled json, urls json, timeout_seconds smallint[], methods text[], expected_status json,
    follow_redirects json, verify_tls json, extras json)
  language sql security definer set search_path = sitewatch, pg_temp
  as $$
    select c.location, c.type, c.monitor_ids, c.user_ids, c.host_keys, c.is_more, c.statuses, c.interval_ms, c.phase_ms, c.last_slots,
      c.next_due_at, c.incident_floor_at, c.tls_expires_at, c.unsettled, c.urls, c.timeout_seconds, o.*
    from claim_due_checks(p_prober, p_locations, p_types, p_limits, p_busy) c, lateral (
      select array_agg(e.s ->> 'method' order by e.n), json_agg(e.s -> 'expected_status' order by e.n),
        json_agg(e.s -> 'follow_redirects' order by e.n), json_agg(e.s -> 'verify_tls' order by e.n),
        json_agg(case when coalesce(e.x ->> 'data_key', e.s ->> 'request_body', e.s ->> 'keyword') is not null
          then json_build_object('headers_sealed', e.x -> 'secrets' ->> 'request_headers', 'data_key', e.x ->> 'data_key',
            'request_body', e.s ->> 'request_body', 'keyword', e.s ->> 'keyword', 'keyword_mode', e.s ->> 'keyword_mode') end order by e.n)
      from (select s, n, c.secrets -> (n::integer - 1) as x from json_array_elements(c.settings) with ordinality as i (s, n)) e) o
  $$;
alter function claim_checks owner to sitewatch_worker;
revoke all on function claim_checks from public;
grant execute on function claim_checks to sitewatch_prober;
