-- Told to every collector, which keeps settings in memory. An empty payload means: all of them.
create or replace function notify_website() returns trigger
  language plpgsql
  as $$ begin
    perform pg_notify('websites', coalesce(new.tracking_id, old.tracking_id));
    return null;
  end $$;
