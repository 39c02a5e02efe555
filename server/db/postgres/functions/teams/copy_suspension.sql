-- To the memberships of a user or team that was suspended, or is no longer.
create or replace function copy_suspension() returns trigger
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$ begin
    if tg_table_name = 'users' then
      update memberships m set is_suspended = new.is_suspended or t.is_suspended from teams t where m.user_id = new.id and t.id = m.team_id;
    else
      update memberships m set is_suspended = new.is_suspended or u.is_suspended from users u where m.team_id = new.id and u.id = m.user_id;
    end if;
    return null;
  end $$;
alter function copy_suspension owner to sitewatch_auth;
revoke all on function copy_suspension from public;
