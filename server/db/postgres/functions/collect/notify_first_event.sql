create or replace function notify_first_event() returns trigger
  language plpgsql
  as $$ begin
    perform pg_notify('first_events', new.id::text);
    return null;
  end $$;
