-- A transaction of a limited key runs as sitewatch_limited, or sitewatch_limited_guest if its user is a guest. These roles inherit the rights and
-- policies of sitewatch_user and sitewatch_guest, and the policies below take away what is outside of the limits. Transactions without a limited key
-- do not evaluate them. enter() sets the limits; a policy raises when they are not set.
do $$
declare
  t text;
  v_roles constant text := 'sitewatch_limited, sitewatch_limited_guest';
  v_websites constant text := '(select current_setting(''sitewatch.website_ids'')::bigint[])::bigint[]';
  v_monitors constant text := '(select current_setting(''sitewatch.monitor_ids'')::bigint[])::bigint[]';
  v_monitor text;
begin
  -- What belongs to a website.
  foreach t in array array['annotations', 'event_drops', 'goals', 'report_schedules', 'report_sends', 'statistics_imports', 'traffic_models',
      'traffic_now', 'website_preferences', 'website_purges'] loop
    execute format('create policy key_limit on %I as restrictive to %s using (website_id = any (%s))', t, v_roles, v_websites);
  end loop;

  -- What belongs to a monitor.
  foreach t in array array['assignments', 'heartbeat_pings', 'heartbeats', 'monitor_certificates', 'monitor_domains', 'monitor_state',
      'monitor_unobserved', 'removed_assignments', 'response_windows', 'second_opinions'] loop
    execute format('create policy key_limit on %I as restrictive to %s
      using (exists (select from monitors m where m.team_id = %I.team_id and m.id = monitor_id))', t, v_roles, t);
  end loop;

  -- Websites and monitors: changed, but neither created nor deleted. A website includes its monitors, also those that are added to it later.
  execute format('create policy key_limit on websites as restrictive to %s using (id = any (%s))', v_roles, v_websites);
  v_monitor := format('(website_id = any (%s) or id = any (%s))', v_websites, v_monitors);
  execute format('create policy key_limit on monitors as restrictive to %s using (%s) with check (%s and deleted_at is null)',
    v_roles, v_monitor, v_monitor);
  foreach t in array array['websites', 'monitors'] loop
    execute format('create policy key_limit_insert on %I as restrictive for insert to %s with check (false)', t, v_roles);
    execute format('create policy key_limit_delete on %I as restrictive for delete to %s using (false)', t, v_roles);
  end loop;
  execute format('create policy key_limit on monitor_dependencies as restrictive to %s
    using ((select count(*) from monitors m where m.team_id = monitor_dependencies.team_id and m.id in (monitor_id, parent_id)) = 2)', v_roles);
  execute format('create policy key_limit on incidents as restrictive to %s using (case kind
      when ''check'' then exists (select from monitors m where m.team_id = incidents.team_id and m.id = monitor_id)
      else website_id = any (%s) end)', v_roles, v_websites);
  execute format('create policy key_limit on deliveries as restrictive to %s using (case when monitor_id is null
      then exists (select from incidents i where i.team_id = deliveries.team_id and i.id = incident_id)
      else exists (select from monitors m where m.team_id = deliveries.team_id and m.id = monitor_id) end)', v_roles);

  -- Read only: who is alerted about the monitors, the person and the team whose key it is, and the key.
  execute format('create policy key_limit on escalation_tags as restrictive to %s
    using (exists (select from monitors m where m.team_id = escalation_tags.team_id and m.tags @> array[tag])) with check (false)', v_roles);
  execute format('create policy key_limit on escalation_policies as restrictive to %s using (is_default
      or exists (select from monitors m where m.team_id = escalation_policies.team_id and m.escalation_policy_id = escalation_policies.id)
      or exists (select from escalation_tags x where x.team_id = escalation_policies.team_id and x.policy_id = escalation_policies.id))
    with check (false)', v_roles);
  execute format('create policy key_limit on escalation_targets as restrictive to %s
    using (exists (select from escalation_policies p where p.team_id = escalation_targets.team_id and p.id = policy_id)) with check (false)', v_roles);
  execute format('create policy key_limit on providers as restrictive to %s
    using (exists (select from assignments a where a.team_id = providers.team_id and a.provider_id = providers.id)
      or exists (select from escalation_targets x where x.team_id = providers.team_id and x.provider_id = providers.id)) with check (false)', v_roles);
  execute format('create policy key_limit on users as restrictive to %s using (id = (select current_user_id())) with check (false)', v_roles);
  execute format('create policy key_limit on teams as restrictive to %s using (id = (select current_team_id())) with check (false)', v_roles);
  execute format('create policy key_limit on memberships as restrictive to %s
    using (team_id = (select current_team_id()) and user_id = (select current_user_id())) with check (false)', v_roles);
  execute format('create policy key_limit on guest_websites as restrictive to %s using (true) with check (false)', v_roles);
  execute format('create policy key_limit on api_keys as restrictive to %s
    using (id = (select current_setting(''sitewatch.key_id'')::bigint)) with check (false)', v_roles);
  foreach t in array array['escalation_tags', 'escalation_policies', 'escalation_targets', 'providers', 'memberships', 'guest_websites', 'api_keys'] loop
    execute format('create policy key_limit_delete on %I as restrictive for delete to %s using (false)', t, v_roles);
  end loop;

  -- Everything else, except stored answers, which belong to one key, and the audit log, which only takes entries.
  for t in
    select c.relname from pg_class c where c.relnamespace = 'sitewatch'::regnamespace and c.relkind = 'r'
      and exists (select from pg_policy p where p.polrelid = c.oid
        and p.polroles && array['sitewatch_user'::regrole::oid, 'sitewatch_guest'::regrole::oid])
      and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'key_limit')
      and c.relname not in ('idempotency', 'audit_log')
  loop
    execute format('create policy key_limit on %I as restrictive to %s using (false)', t, v_roles);
  end loop;
end $$;
