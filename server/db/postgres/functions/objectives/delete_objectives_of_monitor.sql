-- A deleted monitor stays for the sake of its incidents, but nothing is promised about it any more.
create or replace function delete_objectives_of_monitor() returns trigger
  language plpgsql set search_path = sitewatch, pg_temp
  as $$ begin
    delete from objectives where team_id = new.team_id and monitor_id = new.id;
    return null;
  end $$;
