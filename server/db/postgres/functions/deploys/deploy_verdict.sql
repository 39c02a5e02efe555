-- What a deploy changed, over all websites that were compared; null when none was. Worse if one is worse, better if one is better and none is worse;
-- the rest is said when all have ended. Runs with the rights of its caller.
create or replace function deploy_verdict(p_deploy deploys) returns jsonb
  language sql stable
  as $$
    with compared as (
      select v.* from deploy_verdicts v where v.team_id = p_deploy.team_id and v.deploy_id = p_deploy.id
    ), overall as (
      select max(ends_at) as ends_at, bool_and(due_at is null) as is_final,
        case when bool_or(verdict = 'worse') then 'worse'
          when bool_or(verdict = 'better') then 'better'
          when bool_or(verdict is null) then null
          when bool_or(verdict = 'no_difference') then 'no_difference'
          else 'not_enough_traffic' end as verdict
      from compared having count(*) > 0
    )
    select jsonb_build_object(
      'verdict', o.verdict,
      'decided_at', (select format_moment(case when o.verdict in ('worse', 'better') then min(c.decided_at) else max(c.decided_at) end)
        from compared c where c.verdict = o.verdict),
      'ends_at', format_moment(o.ends_at),
      'is_final', o.is_final,
      'websites', (select jsonb_agg(jsonb_build_object('website_id', c.website_id, 'verdict', c.verdict, 'metrics', c.metrics) order by c.website_id)
        from compared c))
    from overall o
  $$;
