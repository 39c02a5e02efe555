-- A deleted monitor stays for the sake of its incidents, but there is nothing to report about it any more.
create or replace function delete_uptime_reports_of_monitor() returns trigger
  language plpgsql set search_path = sitewatch, pg_temp
  as $$ begin
    delete from uptime_reports where team_id = new.team_id and monitor_id = new.id;
    return null;
  end $$;
