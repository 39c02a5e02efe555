-- Removes a deleted monitor from the limits of keys. A key whose limits become empty sees nothing.
create or replace function forget_deleted_monitor() returns trigger
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$ begin
    update api_keys set monitor_ids = array_remove(monitor_ids, new.id) where team_id = new.team_id and monitor_ids @> array[new.id];
    return null;
  end $$;
alter function forget_deleted_monitor owner to sitewatch_auth;
revoke all on function forget_deleted_monitor from public;
create or replace trigger monitors_forgotten_by_keys after update of deleted_at on monitors for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function forget_deleted_monitor();
