-- A period begins at midnight of the website's time zone.
create or replace function replan_reports() returns trigger
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$ begin
    update report_schedules set due_at = 'epoch' where team_id = new.team_id and website_id = new.id;
    return null;
  end $$;
alter function replan_reports owner to sitewatch_worker;
revoke all on function replan_reports from public;
