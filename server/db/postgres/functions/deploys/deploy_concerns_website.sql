-- Whether a deploy is about a website: about the whole team, the website, one of its monitors, or a tag of any of these. Runs with the rights of
-- its caller.
create or replace function deploy_concerns_website(p_deploy deploys, p_website_id bigint) returns boolean
  language sql stable
  as $$
    select exists (
      select from websites w
      where w.team_id = p_deploy.team_id and w.id = p_website_id
        and (p_deploy.whole_team or p_deploy.tags && w.tags
          or exists (select from deploy_websites x
            where x.team_id = p_deploy.team_id and x.deploy_id = p_deploy.id and x.website_id = w.id)
          or exists (select from monitors m
            where m.team_id = w.team_id and m.website_id = w.id and m.deleted_at is null
              and (p_deploy.tags && m.tags or exists (select from deploy_monitors x
                where x.team_id = p_deploy.team_id and x.deploy_id = p_deploy.id and x.monitor_id = m.id)))))
  $$;
