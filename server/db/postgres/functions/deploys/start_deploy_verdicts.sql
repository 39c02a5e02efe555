-- A deploy to production is compared with before, for up to 20 of the websites that it concerns, those with visits first. It ends the comparisons of earlier
-- ones there, and ends itself where a later one was recorded before. One of more than two days ago is not compared. Runs with the rights of its caller.
create or replace function start_deploy_verdicts(p_deploy_id bigint, p_now timestamptz) returns void
  language sql
  as $$
    with deploy as (
      select d from deploys d where d.team_id = current_team_id() and d.id = p_deploy_id
        and lower(d.environment) in ('production', 'prod', 'live') and d.deployed_at > p_now - interval '48 hours'
    ), concerned as (
      select w.team_id, w.id, (d).deployed_at as starts_at
      from deploy join websites w on w.team_id = (d).team_id
      where deploy_concerns_website(d, w.id)
      order by w.first_event_at is null, w.id limit 20
    ), ended as (
      update deploy_verdicts v set ends_at = c.starts_at from concerned c
      where v.team_id = c.team_id and v.website_id = c.id and v.starts_at <= c.starts_at and v.ends_at > c.starts_at and v.due_at is not null
    )
    insert into deploy_verdicts (team_id, deploy_id, website_id, websites, starts_at, ends_at, due_at)
    select c.team_id, p_deploy_id, c.id, count(*) over (), c.starts_at,
      least(c.starts_at + interval '48 hours', (
        select min(v.starts_at) from deploy_verdicts v
        where v.team_id = c.team_id and v.website_id = c.id and v.starts_at > c.starts_at)),
      c.starts_at + interval '5 minutes'
    from concerned c
  $$;
