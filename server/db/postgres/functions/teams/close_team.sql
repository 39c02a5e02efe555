-- An owner deletes the current team. The personal team goes with its account only: then false.
create or replace function close_team() returns boolean
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$ begin
    if not is_owner() then
      raise exception using errcode = '42501', message = 'only an owner may delete a team';
    end if;
    perform from teams where id = current_team_id() and personal_of is null and deleted_at is null;
    if not found then return false; end if;
    perform close_team_unchecked(current_team_id());
    delete from memberships where team_id = current_team_id();
    return true;
  end $$;
alter function close_team owner to sitewatch_auth;
revoke all on function close_team from public;
grant execute on function close_team to sitewatch_user;
