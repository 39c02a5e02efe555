-- Who is alerted about a website itself: the providers of its monitors, and those that an assignment rule gives to every monitor, to the website or
-- to one of its tags. Each once. Not a provider that somebody disabled or removed at a monitor of the website, unless it is enabled at another.
-- Runs with the rights of the caller.
create or replace function website_providers(p_team_id bigint, p_website_id bigint) returns setof bigint
  language sql stable set search_path = sitewatch, pg_temp
  as $$
    with watching as (
      select m.id from monitors m where m.team_id = p_team_id and m.website_id = p_website_id and m.deleted_at is null),
    assigned as (
      select a.provider_id, a.enabled from assignments a where a.team_id = p_team_id and a.monitor_id in (select id from watching)
      union all
      select x.provider_id, false from removed_assignments x where x.team_id = p_team_id and x.monitor_id in (select id from watching))
    select a.provider_id from assigned a where a.enabled
    union
    select p.provider_id
    from assignment_rules r join assignment_rule_providers p on p.team_id = r.team_id and p.rule_id = r.id
    where r.team_id = p_team_id and p.provider_id not in (select provider_id from assigned) and case r.applies_to
      when 'tag' then exists (select from websites w where w.team_id = p_team_id and w.id = p_website_id and w.tags @> array[r.tag])
      when 'website' then r.website_id = p_website_id
      else true end
  $$;
revoke all on function website_providers from public;
grant execute on function website_providers to sitewatch_worker;
