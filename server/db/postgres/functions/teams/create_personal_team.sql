-- Every account has a team with its id.
create or replace function create_personal_team() returns trigger
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$ begin
    insert into teams (id, personal_of, name, data_key, is_suspended, deleted_at)
      values (new.id, new.id, left(split_part(new.email, '@', 1), 100), new.data_key, new.is_suspended, new.deleted_at);
    insert into memberships (team_id, user_id, role) values (new.id, new.id, 'owner');
    return null;
  end $$;
alter function create_personal_team owner to sitewatch_auth;
revoke all on function create_personal_team from public;
