-- The team comes from the session setting, never from an argument.
create or replace function ask_subscriber(p_subscriber_id bigint) returns void
  language sql security definer set search_path = sitewatch, pg_temp
  as $$ select add_subscription_job(id) from status_subscribers where team_id = current_team_id() and id = p_subscriber_id
    and (select require_writer()) $$;
alter function ask_subscriber owner to sitewatch_worker;
revoke all on function ask_subscriber from public;
grant execute on function ask_subscriber to sitewatch_user;
