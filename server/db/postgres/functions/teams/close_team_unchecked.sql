-- Closes a team immediately; a job deletes what it owns.
create or replace function close_team_unchecked(p_team_id bigint) returns void
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$ begin
    update teams set is_suspended = true, deleted_at = clock_timestamp() where id = p_team_id and deleted_at is null;
    if found then perform add_team_deletion_job(p_team_id); end if;
  end $$;
alter function close_team_unchecked owner to sitewatch_auth;
revoke all on function close_team_unchecked from public;
