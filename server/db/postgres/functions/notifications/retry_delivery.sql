-- A member retries a failed delivery. The team comes from the session setting, never from an argument.
create or replace function retry_delivery(p_delivery_id bigint) returns boolean
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$ declare v_provider_id bigint; begin
    perform require_writer();
    update deliveries set status = 'pending', horizon_from = clock_timestamp(), last_error = null
      where team_id = current_team_id() and id = p_delivery_id and status = 'failed' returning provider_id into v_provider_id;
    if v_provider_id is null then return false; end if;
    perform add_deliver_job(v_provider_id);
    return true;
  end $$;
alter function retry_delivery owner to sitewatch_worker;
revoke all on function retry_delivery from public;
grant execute on function retry_delivery to sitewatch_user;
