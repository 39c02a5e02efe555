-- Where checks can be made from besides here: a prober that brings the token works for that location, over HTTPS.
create table locations (
  name text collate "C" primary key check (name ~ '^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$' and name <> 'default'),
  token_hash bytea not null unique,
  created_at timestamptz(3) not null default now()
);
grant select (name) on locations to sitewatch_user;
grant select, insert, update, delete on locations to sitewatch_admin;
grant select on locations to sitewatch_worker;

-- A prober renews its row for the location it signed on for, and for no other.
create or replace function beat_prober(p_id integer, p_name text, p_location text) returns table (prober_id integer, now_ms bigint)
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$ begin
    update probers set seen_at = checks_clock() where id = p_id and location = p_location;
    if not found then
      insert into probers (name, location, seen_at) values (p_name, p_location, checks_clock()) returning id into p_id;
      delete from probers where started_at < clock_timestamp() - interval '1 hour' and not is_alive(seen_at);
    end if;
    return query select p_id, clock_ms();
  end $$;

-- One row for each pair, with a list for each column: 500 rows of 19 columns took the program three times as long to read.
-- What most monitors do not have (a run of failures, a keyword, secrets) is null.
drop function claim_checks(integer, text[], text[], integer[]);
create function claim_checks(p_prober integer, p_locations text[], p_types text[], p_limits integer[])
  returns table (
    location text, type text, monitor_ids bigint[], user_ids bigint[], statuses text[], interval_ms integer[],
    phase_ms integer[], last_slots bigint[], next_due_at bigint[], incident_floor_at bigint[], tls_expires_at json,
    unsettled json, urls json, timeout_seconds smallint[], methods text[], expected_status json, follow_redirects json,
    verify_tls json, extras json)
  language plpgsql security definer set search_path = sitewatch, pg_temp
  -- By index, whatever the statistics say: they are of a moment when nothing was claimed, or everything was due.
  set jit = off set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_hashjoin = off
  set enable_mergejoin = off
  as $$
  declare
    v_now bigint := clock_ms();
    v_alive integer[] := array(select p.id from probers p where is_alive(p.seen_at));
    v_due tid[];
  begin
    if not p_prober = any (v_alive) then
      return;
    end if;
    for i in 1 .. cardinality(p_limits) loop
      v_due := array(
        select s.ctid from monitor_state s
        where s.location = p_locations[i] and s.type = p_types[i] and s.next_due_at <= v_now
          and (s.claimed_by = 0 or s.claimed_by <> all (v_alive))
        order by s.next_due_at limit p_limits[i] for update skip locked);
      continue when cardinality(v_due) = 0;
      return query
        with claimed as (
          update monitor_state s set claimed_by = p_prober where s.ctid = any (v_due)
          returning s.*)
        select p_locations[i], p_types[i], array_agg(c.monitor_id), array_agg(c.user_id), array_agg(c.status),
          array_agg(c.interval_ms), array_agg(c.phase_ms), array_agg(c.last_slot), array_agg(c.next_due_at),
          array_agg(c.incident_floor_at),
          case when count(c.tls_expires_at) > 0 then json_agg(c.tls_expires_at) end,
          json_agg(case when c.failures <> 0 or c.flapping
              or coalesce(c.unknown, c.unobserved_since::text, c.first_success_at::text, c.flips::text) is not null
            then json_build_object('unknown', c.unknown, 'unobserved_since', c.unobserved_since, 'failures', c.failures,
              'first_failure_at', c.first_failure_at, 'first_success_at', c.first_success_at, 'flips', c.flips,
              'flapping', c.flapping) end),
          json_agg(m.url), array_agg(m.timeout_seconds), array_agg(m.method), json_agg(m.expected_status),
          json_agg(m.follow_redirects), json_agg(m.verify_tls),
          json_agg(case when coalesce(m.request_headers_sealed::text, m.request_body, m.keyword) is not null
            then json_build_object('headers_sealed', encode(m.request_headers_sealed, 'base64'),
              'data_key', case when m.request_headers_sealed is not null
                then (select encode(u.data_key, 'base64') from users u where u.id = m.user_id) end,
              'request_body', m.request_body, 'keyword', m.keyword, 'keyword_mode', m.keyword_mode) end)
        from claimed c join monitors m on m.id = c.monitor_id
        having count(*) > 0;
    end loop;
  end $$;
alter function claim_checks owner to sitewatch_worker;
revoke all on function claim_checks from public;
grant execute on function claim_checks to sitewatch_prober;

-- By location, of which a prober has one or two; the slot follows from the row.
drop function advance_checks(integer, bigint[], text[], bigint[], bigint[], bigint[], bigint[], real[]);
create function advance_checks(p_prober integer, p_location text, p_monitor_ids bigint[], p_seen bigint[], p_due bigint[],
    p_checked bigint[], p_response real[]) returns integer
  language plpgsql set search_path = sitewatch, pg_temp
  set jit = off set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
  as $$
  declare
    v_count integer;
  begin
    update monitor_state s set last_slot = greatest(s.next_due_at, s.last_slot + 1), next_due_at = r.due,
        last_checked_at = r.checked, last_response_ms = r.response, claimed_by = 0
      from unnest(p_monitor_ids, p_seen, p_due, p_checked, p_response) as r (monitor_id, seen, due, checked, response)
      where s.monitor_id = r.monitor_id and s.location = p_location
        and case when s.claimed_by = p_prober then s.last_slot = r.seen end;
    get diagnostics v_count = row_count;
    return v_count;
  end $$;
revoke all on function advance_checks from public;
grant execute on function advance_checks to sitewatch_worker;
