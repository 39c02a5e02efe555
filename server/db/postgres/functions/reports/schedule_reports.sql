create or replace function schedule_reports() returns trigger
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$ begin
    if new.email = 0 then
      delete from report_schedules where team_id = new.team_id and user_id = new.user_id and website_id = new.website_id;
    else
      insert into report_schedules (team_id, user_id, website_id, kind)
        values (new.team_id, new.user_id, new.website_id, 'weekly'), (new.team_id, new.user_id, new.website_id, 'monthly')
        on conflict (team_id, user_id, website_id, kind) do update set due_at = 'epoch';
    end if;
    return null;
  end $$;
alter function schedule_reports owner to sitewatch_worker;
revoke all on function schedule_reports from public;
