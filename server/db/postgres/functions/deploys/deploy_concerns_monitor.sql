-- Whether a deploy is about a monitor: about the whole team, the monitor, its website, or a tag of either. Runs with the rights of its caller.
create or replace function deploy_concerns_monitor(p_deploy deploys, p_monitor_id bigint) returns boolean
  language sql stable
  as $$
    select exists (
      select from monitors m left join websites w on w.team_id = m.team_id and w.id = m.website_id
      where m.team_id = p_deploy.team_id and m.id = p_monitor_id
        and (p_deploy.whole_team or p_deploy.tags && m.tags or p_deploy.tags && w.tags
          or exists (select from deploy_monitors x
            where x.team_id = p_deploy.team_id and x.deploy_id = p_deploy.id and x.monitor_id = m.id)
          or exists (select from deploy_websites x
            where x.team_id = p_deploy.team_id and x.deploy_id = p_deploy.id and x.website_id = m.website_id)))
  $$;
