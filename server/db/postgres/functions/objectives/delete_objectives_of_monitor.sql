-- A deleted monitor stays for the sake of its incidents, but nothing is promised about it any more.
create or replace function delete_objectives_of_monitor() returns trigger
  language plpgsql set search_path = sitewatch, pg_temp
  as $$ begin
    delete from objectives where team_id = new.team_id and monitor_id = new.id;
    return null;
  end $$;
create or replace trigger monitors_objectives after update of deleted_at on monitors for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function delete_objectives_of_monitor();
