-- What an account may have many of, children first. Everything else goes with the account's own row.
create or replace function account_tables() returns text[]
  language sql immutable
  as $$ select array['deliveries', 'status_mails', 'status_subscribers', 'incidents', 'monitor_unobserved', 'report_sends',
    'event_drops', 'idempotency', 'monitors', 'providers', 'websites', 'api_keys', 'sessions'] $$;
