-- Starts the escalation of incidents that are alerted now, in the transaction that alerts them, with the steps that the policy has now. Later
-- messages are found by the run of every minute.
create or replace function start_escalations(p_incident_ids bigint[]) returns integer
  language plpgsql set search_path = sitewatch, pg_temp
  as $$
  declare
    v_now timestamptz(3) := checks_clock();
    v_count integer;
    v_first timestamptz;
  begin
    with found as (
      select i.team_id, i.id as incident_id,
        (escalation_of_monitor(m.team_id, m.escalation_policy_id, m.tags) ->> 'policy_id')::bigint as policy_id
      from incidents i join monitors m on m.team_id = i.team_id and m.id = i.monitor_id
      where i.id = any (p_incident_ids) and i.resolved_at is null and i.acknowledged_at is null),
    planned as (
      select f.team_id, f.incident_id, p.id as policy_id, p.name, p.repeats, p.repeat_minutes, (
          select jsonb_agg(jsonb_build_object('after_minutes', s.after_minutes, 'repeats', s.repeats, 'repeat_minutes', s.repeat_minutes,
            'provider_ids', array(select t.provider_id from escalation_targets t where t.team_id = s.team_id and t.policy_id = s.policy_id
              and t.step = s.position and t.provider_id is not null order by t.position),
            'on_call_schedule_ids', array(select t.schedule_id from escalation_targets t where t.team_id = s.team_id
              and t.policy_id = s.policy_id and t.step = s.position and t.schedule_id is not null order by t.position)) order by s.position)
          from escalation_steps s where s.team_id = p.team_id and s.policy_id = p.id) as steps
      from found f join escalation_policies p on p.team_id = f.team_id and p.id = f.policy_id),
    made as (
      insert into escalations (team_id, incident_id, policy_id, policy_name, plan, planned_at, next_at, look_at)
      select team_id, incident_id, policy_id, name,
        jsonb_build_object('repeats', repeats, 'repeat_minutes', repeat_minutes, 'steps', steps), v_now,
        v_now + (steps -> 0 ->> 'after_minutes')::int * interval '1 minute',
        v_now + (steps -> 0 ->> 'after_minutes')::int * interval '1 minute'
      from planned where steps is not null
      on conflict (team_id, incident_id) do nothing
      returning next_at)
    select count(*), min(next_at) into v_count, v_first from made;
    if v_first < v_now + interval '65 seconds' then perform add_escalate_job(clock_timestamp() + (v_first - v_now)); end if;
    return v_count;
  end $$;
revoke all on function start_escalations from public;
grant execute on function start_escalations to sitewatch_worker;
