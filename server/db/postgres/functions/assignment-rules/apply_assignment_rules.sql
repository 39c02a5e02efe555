-- Makes the assignments of rules what the rules say, for some monitors of a team or for all: adds what is missing, except pairs that somebody
-- removed, and deletes what no rule says any more. An assignment that somebody set by hand (rule_id is null) stays as it is. Of several rules
-- that apply to a pair, the oldest has it. The caller has the lock of lock_assignment_rules.
create or replace function apply_assignment_rules(p_team_id bigint, p_monitor_ids bigint[]) returns void
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$ begin
    -- Most teams have no rules, and then no assignment of one.
    if not exists (select from assignment_rules where team_id = p_team_id)
        and not exists (select from assignments where team_id = p_team_id and rule_id is not null) then
      return;
    end if;
    -- A provider that is being deleted is waited for, and then has no rule any more.
    perform from providers p where p.team_id = p_team_id
      and p.id in (select provider_id from assignment_rule_providers where team_id = p_team_id) order by p.id for key share;
    with wanted as materialized (
      select m.id as monitor_id, x.provider_id, min(r.id) as rule_id
      from monitors m left join websites w on w.team_id = m.team_id and w.id = m.website_id
        join assignment_rules r on r.team_id = m.team_id and case r.applies_to
          when 'tag' then m.tags @> array[r.tag] or coalesce(w.tags @> array[r.tag], false)
          when 'website' then m.website_id is not distinct from r.website_id
          else true end
        join assignment_rule_providers x on x.team_id = r.team_id and x.rule_id = r.id
      where m.team_id = p_team_id and m.deleted_at is null and (p_monitor_ids is null or m.id = any (p_monitor_ids))
      group by m.id, x.provider_id),
    dropped as (
      delete from assignments a
      where a.team_id = p_team_id and a.rule_id is not null and (p_monitor_ids is null or a.monitor_id = any (p_monitor_ids))
        and not exists (select from wanted w where w.monitor_id = a.monitor_id and w.provider_id = a.provider_id)),
    passed as (
      update assignments a set rule_id = w.rule_id from wanted w
      where a.team_id = p_team_id and a.rule_id <> w.rule_id and a.monitor_id = w.monitor_id and a.provider_id = w.provider_id)
    insert into assignments (team_id, monitor_id, provider_id, rule_id)
    select p_team_id, w.monitor_id, w.provider_id, w.rule_id from wanted w
    where not exists (select from assignments a
        where a.team_id = p_team_id and a.monitor_id = w.monitor_id and a.provider_id = w.provider_id)
      and not exists (select from removed_assignments d
        where d.team_id = p_team_id and d.monitor_id = w.monitor_id and d.provider_id = w.provider_id)
    order by w.monitor_id, w.provider_id
    on conflict (team_id, monitor_id, provider_id) do nothing;
  end $$;
alter function apply_assignment_rules owner to sitewatch_worker;
revoke all on function apply_assignment_rules from public;
