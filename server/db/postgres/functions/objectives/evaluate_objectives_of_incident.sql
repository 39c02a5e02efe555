-- An outage can burn a tenth of a small budget within a minute: objectives are evaluated when it is confirmed, not with the next minute.
create or replace function evaluate_objectives_of_incident() returns trigger
  language plpgsql set search_path = sitewatch, pg_temp
  as $$ begin
    if exists (select from objectives o join monitors m on m.team_id = o.team_id and (m.id = o.monitor_id or m.website_id = o.website_id)
        where o.team_id = new.team_id and m.id = new.monitor_id) then
      perform add_evaluate_objectives_job();
    end if;
    return null;
  end $$;
