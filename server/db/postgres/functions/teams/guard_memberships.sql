-- A team always has an owner; a personal team has one, its account. Locks the team, so that two owners cannot leave at the same time. While the
-- team is being deleted, its members go freely.
create or replace function guard_memberships() returns trigger
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$ declare v_personal_of bigint; begin
    select personal_of into v_personal_of from teams
      where id = coalesce(new.team_id, old.team_id) and deleted_at is null for update;
    if not found then return null; end if;
    if new.role = 'owner' and v_personal_of <> new.user_id then
      raise exception using errcode = 'SW409', message = 'a personal team has no other owner';
    end if;
    if not exists (select from memberships m where m.team_id = coalesce(new.team_id, old.team_id) and m.role = 'owner') then
      raise exception using errcode = 'SW409', message = 'a team keeps its last owner';
    end if;
    update teams t set is_suspended = not exists (
        select from memberships o join users u on u.id = o.user_id where o.team_id = t.id and o.role = 'owner' and not u.is_suspended)
      where t.id = coalesce(new.team_id, old.team_id);
    return null;
  end $$;
alter function guard_memberships owner to sitewatch_auth;
revoke all on function guard_memberships from public;
