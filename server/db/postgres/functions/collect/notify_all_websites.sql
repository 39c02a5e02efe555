create or replace function notify_all_websites() returns trigger
  language plpgsql
  as $$ begin
    perform pg_notify('websites', '');
    return null;
  end $$;
