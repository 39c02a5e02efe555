-- The job that tells subscribers of a published update is added in the transaction that announces it.
create or replace function tell_of_announcement() returns trigger
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$ begin
    perform add_tell_update_job(new.team_id, new.update_id, new.status_page_id);
    return null;
  end $$;
alter function tell_of_announcement owner to sitewatch_worker;
revoke all on function tell_of_announcement from public;
