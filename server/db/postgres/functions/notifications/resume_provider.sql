-- The quiet hours of a provider were changed or removed: what they hold is looked at again.
create or replace function resume_provider(p_provider_id bigint) returns void
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$ begin
    perform require_writer();
    if exists (select from deliveries d join providers p on p.team_id = d.team_id and p.id = d.provider_id
        where d.team_id = current_team_id() and d.provider_id = p_provider_id and d.status = 'pending' and d.held_until is not null) then
      perform add_deliver_job(p_provider_id);
    end if;
  end $$;
alter function resume_provider owner to sitewatch_worker;
revoke all on function resume_provider from public;
grant execute on function resume_provider to sitewatch_user;
