-- Notifies every collector, because collectors cache settings. An empty payload means all websites.
create or replace function notify_website() returns trigger
  language plpgsql
  as $$ begin
    perform pg_notify('websites', coalesce(new.tracking_id, old.tracking_id));
    return null;
  end $$;
