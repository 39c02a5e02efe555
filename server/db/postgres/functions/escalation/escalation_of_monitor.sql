-- The escalation policy of a monitor with these tags: its own, else that of the first of its tags that has one, in the order of the alphabet,
-- else the default of the team. Null: none. Runs with the rights of the caller.
create or replace function escalation_of_monitor(p_team_id bigint, p_policy_id bigint, p_tags text[]) returns json
  language sql stable set search_path = sitewatch, pg_temp
  as $$
    select json_build_object('policy_id', p.id, 'policy_name', p.name, 'source', c.source, 'tag', c.tag)
    from (
      select p_policy_id as policy_id, 'monitor' as source, null as tag, 1 as rank
      union all
      (select t.policy_id, 'tag', t.tag, 2 from escalation_tags t where t.team_id = p_team_id and t.tag = any (p_tags) order by t.tag limit 1)
      union all
      select d.id, 'team', null, 3 from escalation_policies d where d.team_id = p_team_id and d.is_default) c
      join escalation_policies p on p.team_id = p_team_id and p.id = c.policy_id
    order by c.rank limit 1 $$;
revoke all on function escalation_of_monitor from public;
grant execute on function escalation_of_monitor to sitewatch_user, sitewatch_guest, sitewatch_worker;
