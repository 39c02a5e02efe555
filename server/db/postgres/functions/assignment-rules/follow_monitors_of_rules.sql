-- Rules follow every new monitor, and every change of tags or website, whatever statement made it.
create or replace function follow_monitors_of_rules() returns trigger
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$ declare v_team record; begin
    if tg_op = 'INSERT' then
      for v_team in select team_id, array_agg(id) as ids from changed group by team_id loop
        perform lock_assignment_rules(v_team.team_id, false);
        perform apply_assignment_rules(v_team.team_id, v_team.ids);
      end loop;
      return null;
    end if;
    for v_team in
      select c.team_id, array_agg(c.id) as ids, array_agg(c.id) filter (where c.deleted_at is not null) as deleted_ids
      from changed c join before b on b.team_id = c.team_id and b.id = c.id
      where (b.tags, b.website_id, b.deleted_at) is distinct from (c.tags, c.website_id, c.deleted_at)
      group by c.team_id
    loop
      perform lock_assignment_rules(v_team.team_id, false);
      perform apply_assignment_rules(v_team.team_id, v_team.ids);
      delete from removed_assignments where team_id = v_team.team_id and monitor_id = any (v_team.deleted_ids);
    end loop;
    return null;
  end $$;
alter function follow_monitors_of_rules owner to sitewatch_worker;
revoke all on function follow_monitors_of_rules from public;
