-- Claims due checks, oldest first, up to a limit per location and type. A prober that is not alive gets none, because its claims would
-- be released immediately.
--
-- Fairness: for each location and type, p_busy contains how many more checks the prober can start per team and per host
-- ({team_room, host_room, teams: {id: room}, hosts: {key: room}, pairs: [team_id * 2^32 + host_key]}). Teams and hosts without room are skipped; of the others, no more is
-- claimed than they have room for. The rest stays due for other probers or for later.
--
-- Returns one row per location and type, with one list per column: reading 500 rows of 19 columns took the program three times as long.
-- Fields that most monitors do not have (a run of failures, secrets) are null; website_id is given while a check is in doubt. The settings of the check type are one object per check.
-- is_more: as many were due as requested.
create or replace function claim_due_checks(p_prober integer, p_locations text[], p_types text[], p_limits integer[], p_busy jsonb default '[]')
  returns table (
    location text, type text, monitor_ids bigint[], team_ids bigint[], host_keys integer[], is_more boolean, statuses text[],
    interval_ms integer[], phase_ms integer[], last_slots bigint[], next_due_at bigint[], incident_floor_at bigint[],
    tls_expires_at json, unsettled json, urls json, timeout_seconds smallint[], settings json, secrets json)
  language plpgsql security definer set search_path = sitewatch, pg_temp
  -- Forces the index: statistics may be from a moment when nothing was claimed, or everything was due.
  set jit = off set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_hashjoin = off
  set enable_mergejoin = off
  as $$
  declare
    v_now bigint := clock_ms();
    v_alive integer[] := array(select p.id from probers p where is_alive(p.seen_at));
    v_due tid[];
    v_team_ids bigint[];
    v_host_keys integer[];
    v_seen integer;
    v_teams jsonb;
    v_hosts jsonb;
    v_full_teams bigint[];
    v_full_hosts integer[];
    v_full_pairs bigint[];
    v_team_room integer;
    v_host_room integer;
  begin
    if not p_prober = any (v_alive) then
      return;
    end if;
    for i in 1 .. cardinality(p_limits) loop
      v_teams := coalesce(p_busy -> (i - 1) -> 'teams', '{}');
      v_hosts := coalesce(p_busy -> (i - 1) -> 'hosts', '{}');
      v_team_room := coalesce((p_busy -> (i - 1) ->> 'team_room')::integer, p_limits[i]);
      v_host_room := coalesce((p_busy -> (i - 1) ->> 'host_room')::integer, p_limits[i]);
      v_full_teams := array(select key::bigint from jsonb_each(v_teams) where value = '0');
      v_full_hosts := array(select key::integer from jsonb_each(v_hosts) where value = '0');
      v_full_pairs := array(select value::bigint from jsonb_array_elements_text(coalesce(p_busy -> (i - 1) -> 'pairs', '[]')));
      select array_agg(d.tid), array_agg(d.team_id), array_agg(d.host_key), count(*)
        into v_due, v_team_ids, v_host_keys, v_seen from (
          select s.ctid as tid, s.team_id, s.host_key from monitor_state s
          where s.location = p_locations[i] and s.type = p_types[i] and s.next_due_at <= v_now
            and (s.claimed_by = 0 or s.claimed_by <> all (v_alive))
            and s.team_id <> all (v_full_teams) and s.host_key <> all (v_full_hosts)
            and s.team_id * 4294967296 + s.host_key <> all (v_full_pairs)
          order by s.next_due_at limit p_limits[i] for update skip locked) d;
      continue when v_seen = 0;
      -- Counting costs a tenth of ranking, and limits are rarely exceeded.
      if exists (select from unnest(v_team_ids) as u (id) group by u.id
            having count(*) > coalesce((v_teams ->> u.id::text)::integer, v_team_room))
          or exists (select from unnest(v_host_keys) as h (key) group by h.key
            having count(*) > coalesce((v_hosts ->> h.key::text)::integer, v_host_room)) then
        v_due := array(
          select r.tid from (
            select d.*, row_number() over (partition by d.team_id order by d.n) as of_team,
              row_number() over (partition by d.host_key order by d.n) as of_host
            from unnest(v_due, v_team_ids, v_host_keys) with ordinality as d (tid, team_id, host_key, n)) r
          where r.of_team <= coalesce((v_teams ->> r.team_id::text)::integer, v_team_room)
            and r.of_host <= coalesce((v_hosts ->> r.host_key::text)::integer, v_host_room));
      end if;
      return query
        with claimed as (
          update monitor_state s set claimed_by = p_prober where s.ctid = any (v_due)
          returning s.*)
        select p_locations[i], p_types[i], array_agg(c.monitor_id), array_agg(c.team_id), array_agg(c.host_key),
          v_seen >= p_limits[i], array_agg(c.status),
          array_agg(c.interval_ms), array_agg(c.phase_ms), array_agg(c.last_slot), array_agg(c.next_due_at),
          array_agg(c.incident_floor_at),
          case when count(c.tls_expires_at) > 0 then json_agg(c.tls_expires_at) end,
          json_agg(case when c.failures <> 0 or c.flapping
              or coalesce(c.unknown, c.unobserved_since::text, c.first_success_at::text, c.flips::text) is not null
            then json_build_object('unknown', c.unknown, 'unobserved_since', c.unobserved_since, 'failures', c.failures,
              'first_failure_at', c.first_failure_at, 'first_success_at', c.first_success_at, 'flips', c.flips,
              'flapping', c.flapping, 'website_id', case when c.status = 'suspected' then m.website_id end) end),
          json_agg(m.url), array_agg(m.timeout_seconds), json_agg(m.settings),
          case when count(m.secrets) > 0 then json_agg(case when m.secrets is not null
            then json_build_object('secrets', m.secrets,
              'data_key', (select encode(t.data_key, 'base64') from teams t where t.id = m.team_id)) end) end
        from claimed c join monitors m on m.id = c.monitor_id
        having count(*) > 0;
    end loop;
  end $$;
alter function claim_due_checks owner to sitewatch_worker;
revoke all on function claim_due_checks from public;
grant execute on function claim_due_checks to sitewatch_prober;
