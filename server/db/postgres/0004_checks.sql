-- Who checks. A prober renews its row every 2 s; what one silent for 6 s holds is free again.
create table probers (
  id integer generated always as identity primary key,
  name text not null,
  location text not null default '',
  seen_at timestamptz not null,
  started_at timestamptz not null default clock_timestamp()
);

-- The one clock of slots and leases. Tests replace it to set it forward and back.
create function checks_clock() returns timestamptz
  language sql volatile
  as $$ select clock_timestamp() $$;

create function clock_ms() returns bigint
  language sql volatile
  as $$ select (extract(epoch from checks_clock()) * 1000)::bigint $$;

-- Both sides, because a clock that was set back would keep a dead prober alive until it has caught up.
create function is_alive(p_seen_at timestamptz) returns boolean
  language sql volatile
  as $$ select p_seen_at between checks_clock() - interval '6 seconds' and checks_clock() + interval '6 seconds' $$;

create policy worker on monitor_state to sitewatch_worker using (true);
create policy worker on monitors for select to sitewatch_worker using (true);
create policy worker on incidents to sitewatch_worker using (true);
create policy worker on monitor_unobserved to sitewatch_worker using (true);
create policy worker on users for select to sitewatch_worker using (true);
grant select, update on monitor_state to sitewatch_worker;
grant select on monitors to sitewatch_worker;
grant select, insert, update on incidents to sitewatch_worker;
grant insert on monitor_unobserved to sitewatch_worker;
grant select (id, data_key) on users to sitewatch_worker;
grant select, insert, update, delete on probers to sitewatch_worker;

-- The doors of sitewatch_prober, which has no right to any table: it sees the settings and the sealed secrets of the checks
-- it has just been given, and nothing else.

-- Signs on (p_id 0, or one that was forgotten) or renews, and says what the time is.
create function beat_prober(p_id integer, p_name text, p_location text) returns table (prober_id integer, now_ms bigint)
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$ begin
    update probers set seen_at = checks_clock() where id = p_id;
    if not found then
      insert into probers (name, location, seen_at) values (p_name, p_location, checks_clock()) returning id into p_id;
      delete from probers where started_at < clock_timestamp() - interval '1 hour' and not is_alive(seen_at);
    end if;
    return query select p_id, clock_ms();
  end $$;

-- Which pairs of these locations and the types there are at all: most installs have one, and each more costs every claim.
create function list_check_pairs(p_locations text[]) returns table (location text, type text)
  language sql volatile security definer set search_path = sitewatch, pg_temp
  set jit = off set enable_seqscan = off set enable_bitmapscan = off
  as $$
    select l, t from unnest(p_locations) as l cross join unnest(array['http', 'ping']) as t
    where exists (select from monitor_state s where s.location = l and s.type = t and s.next_due_at is not null)
  $$;

-- Takes what is due, the oldest first, up to a limit for each pair of location and type. Nothing for a prober that is not
-- alive: its claims would be free again at once. What most monitors do not have (a run of failures, a keyword, secrets)
-- travels as one column, null for them.
create function claim_checks(p_prober integer, p_locations text[], p_types text[], p_limits integer[])
  returns table (
    monitor_id bigint, user_id bigint, location text, type text, status text, interval_ms integer, phase_ms integer,
    last_slot bigint, next_due_at bigint, incident_floor_at bigint, tls_expires_at timestamptz, unsettled jsonb,
    url text, timeout_seconds smallint, method text, expected_status text, follow_redirects boolean, verify_tls boolean,
    extras jsonb)
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
        select c.monitor_id, c.user_id, c.location, c.type, c.status, c.interval_ms, c.phase_ms,
          c.last_slot, c.next_due_at, c.incident_floor_at, c.tls_expires_at,
          case when c.failures <> 0 or c.flapping
              or coalesce(c.unknown, c.unobserved_since::text, c.first_success_at::text, c.flips::text) is not null
            then jsonb_build_object('unknown', c.unknown, 'unobserved_since', c.unobserved_since, 'failures', c.failures,
              'first_failure_at', c.first_failure_at, 'first_success_at', c.first_success_at, 'flips', c.flips,
              'flapping', c.flapping) end,
          m.url, m.timeout_seconds, m.method, m.expected_status::text, m.follow_redirects, m.verify_tls,
          case when coalesce(m.request_headers_sealed::text, m.request_body, m.keyword) is not null
            then jsonb_build_object('headers_sealed', encode(m.request_headers_sealed, 'base64'),
              'data_key', case when m.request_headers_sealed is not null
                then (select encode(u.data_key, 'base64') from users u where u.id = m.user_id) end,
              'request_body', m.request_body, 'keyword', m.keyword, 'keyword_mode', m.keyword_mode) end
        from claimed c join monitors m on m.id = c.monitor_id;
    end loop;
  end $$;

-- What a batch of results makes of its monitors, for sitewatch_worker: the time alone for those that are as they were, and
-- everything for the others. Only where the row still has the slot it was claimed with and is held by that prober. That is
-- said by "case", which the planner cannot see into: statistics that knew no claim made 1.5 million comparisons of 500 rows.
create function advance_checks(p_prober integer, p_monitor_ids bigint[], p_locations text[], p_seen bigint[], p_slots bigint[],
    p_due bigint[], p_checked bigint[], p_response real[]) returns integer
  language plpgsql set search_path = sitewatch, pg_temp
  set jit = off set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
  as $$
  declare
    v_count integer;
  begin
    update monitor_state s set last_slot = r.slot, next_due_at = r.due, last_checked_at = r.checked,
        last_response_ms = r.response, claimed_by = 0
      from unnest(p_monitor_ids, p_locations, p_seen, p_slots, p_due, p_checked, p_response)
        as r (monitor_id, location, seen, slot, due, checked, response)
      where s.monitor_id = r.monitor_id and s.location = r.location
        and case when s.claimed_by = p_prober then s.last_slot = r.seen end;
    get diagnostics v_count = row_count;
    return v_count;
  end $$;

create function save_checks(p_prober integer, p_results jsonb) returns integer
  language plpgsql set search_path = sitewatch, pg_temp
  set jit = off set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
  as $$
  declare
    v_count integer;
  begin
    update monitor_state s set status = r.status, unknown = r.unknown, unobserved_since = r.unobserved_since,
        failures = r.failures, first_failure_at = r.first_failure_at, first_success_at = r.first_success_at,
        incident_floor_at = r.incident_floor_at, last_slot = r.last_slot, next_due_at = r.next_due_at, flips = r.flips,
        flapping = r.flapping, tls_expires_at = r.tls_expires_at, claimed_by = 0,
        last_checked_at = case when r.is_observed then r.checked_at else s.last_checked_at end,
        last_response_ms = case when r.is_observed then r.last_response_ms else s.last_response_ms end,
        last_error = case when r.is_observed then r.last_error else s.last_error end
      from jsonb_to_recordset(p_results) as r (monitor_id bigint, location text, seen_slot bigint, status text, unknown text,
        unobserved_since bigint, failures smallint, first_failure_at bigint, first_success_at bigint,
        incident_floor_at bigint, last_slot bigint, next_due_at bigint, flips bigint[], flapping boolean,
        is_observed boolean, checked_at bigint, last_response_ms real, last_error text, tls_expires_at timestamptz)
      where s.monitor_id = r.monitor_id and s.location = r.location
        and case when s.claimed_by = p_prober then s.last_slot = r.seen_slot end;
    get diagnostics v_count = row_count;
    return v_count;
  end $$;
revoke all on function advance_checks, save_checks from public;
grant execute on function advance_checks, save_checks to sitewatch_worker;

-- When the next check of these pairs is due, so that an idle prober can sleep. Null when there is none.
create function find_next_due(p_locations text[], p_types text[]) returns bigint
  language plpgsql volatile security definer set search_path = sitewatch, pg_temp
  set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
  as $$
  declare
    v_now bigint := clock_ms();
    v_next bigint;
    v_first bigint;
  begin
    for i in 1 .. cardinality(p_locations) loop
      select s.next_due_at into v_first from monitor_state s
        where s.location = p_locations[i] and s.type = p_types[i] and s.next_due_at > v_now
        order by s.next_due_at limit 1;
      v_next := least(v_next, v_first);
    end loop;
    return v_next;
  end $$;

-- Gives back what was claimed and will not be done: the pairs named, or (on signing off, or after a claim whose answer was
-- lost) everything this prober holds apart from them. What it holds is due, so the scan is of few rows.
create function release_checks(p_prober integer, p_monitor_ids bigint[], p_locations text[], p_all_others boolean)
  returns integer
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$
  declare
    v_count integer;
  begin
    if p_all_others then
      update monitor_state s set claimed_by = 0
        where s.claimed_by = p_prober and s.next_due_at is not null
          and (s.monitor_id, s.location) not in (select * from unnest(p_monitor_ids, p_locations));
    else
      update monitor_state s set claimed_by = 0 from unnest(p_monitor_ids, p_locations) as r (monitor_id, location)
        where s.monitor_id = r.monitor_id and s.location = r.location
          and case when s.claimed_by = p_prober then s.claimed_by <> 0 end;
    end if;
    get diagnostics v_count = row_count;
    return v_count;
  end $$;

create function sign_off_prober(p_prober integer) returns void
  language sql security definer set search_path = sitewatch, pg_temp
  as $$ delete from probers where id = p_prober $$;

-- After the clock was set back: nothing is ever planned two intervals ahead, so what is was planned by the clock before.
-- Each such check comes at its next slot by the clock as it is now, not when the clock has caught up.
create function replan_checks() returns integer
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$
  declare
    v_now bigint := clock_ms();
    v_count integer;
  begin
    update monitor_state set next_due_at = v_now + mod(mod(phase_ms - v_now, interval_ms) + interval_ms, interval_ms)
      where next_due_at > v_now + 2 * interval_ms::bigint;
    get diagnostics v_count = row_count;
    return v_count;
  end $$;

do $$
declare f text;
begin
  foreach f in array array['beat_prober', 'list_check_pairs', 'claim_checks', 'find_next_due', 'release_checks', 'sign_off_prober', 'replan_checks'] loop
    execute format('alter function %I owner to sitewatch_worker', f);
    execute format('revoke all on function %I from public', f);
    execute format('grant execute on function %I to sitewatch_prober', f);
  end loop;
end $$;
