-- A team is suspended while all its owners are.
create or replace function follow_suspension() returns trigger
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$ begin
    update teams t set is_suspended = not exists (
        select from memberships o join users u on u.id = o.user_id where o.team_id = t.id and o.role = 'owner' and not u.is_suspended)
      where t.deleted_at is null and t.id in (select m.team_id from memberships m where m.user_id = new.id and m.role = 'owner');
    return null;
  end $$;
alter function follow_suspension owner to sitewatch_auth;
revoke all on function follow_suspension from public;
