-- The websites that were chosen for the current guest.
create or replace function guest_website_ids() returns bigint[]
  language sql stable parallel safe
  as $$ select array(select website_id from guest_websites where team_id = current_team_id() and user_id = current_user_id()) $$;
