-- A new membership of a suspended user or team is suspended. Waits for a suspension that is under way.
create or replace function set_suspension() returns trigger
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$ begin
    select u.is_suspended or t.is_suspended into new.is_suspended from users u, teams t
      where u.id = new.user_id and t.id = new.team_id for share;
    return new;
  end $$;
alter function set_suspension owner to sitewatch_auth;
revoke all on function set_suspension from public;
