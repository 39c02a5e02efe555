-- The recipient has confirmed, or no longer needs to: pending deliveries are queued, in the same transaction.
create or replace function confirm_provider(p_provider_id bigint) returns void
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$ begin
    perform require_writer();
    update providers set confirmed_at = now()
      where team_id = current_team_id() and id = p_provider_id and confirmed_at is null;
    if found and exists (select 1 from deliveries where provider_id = p_provider_id and status = 'pending') then
      perform add_deliver_job(p_provider_id);
    end if;
  end $$;
alter function confirm_provider owner to sitewatch_worker;
revoke all on function confirm_provider from public;
grant execute on function confirm_provider to sitewatch_user;
